// Loaded first in the reader process and its worker threads, which need no network. Node's permission model blocks files and child
// processes, and has no rule for the network yet.
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

const refuse = (): never => {
  throw new Error('Documents are read without a network')
}

net.Socket.prototype.connect = refuse
net.Server.prototype.listen = refuse
dgram.Socket.prototype.bind = refuse
dgram.Socket.prototype.send = refuse
dgram.Socket.prototype.connect = refuse
for (const owner of [dns, dns.promises] as unknown as Record<string, unknown>[])
  for (const name of Object.keys(owner)) if (/^(lookup|resolve|reverse)/.test(name)) owner[name] = refuse
