// The most frequent passwords of leaked collections with at least six characters, in lower case.
const list = `
000000 00000000 010203 012345 0123456 01234567 0123456789 0987654321 098765 101010 102030 111111 1111111 11111111 1111111111 111222 111222tianya 112233
11223344 121212 12121212 123098 123123 12312312 123123123 123123a 123321 1234321 12341234 1234554321 123456 1234567 12345678 123456789 1234567890
12345678910 1234567891 123456789a 12345678a 123456a 123456abc 123456b 123456q 123456qwerty 12345a 12345q 12345qwert 1234abcd 1234qwer 123654 123654789
123789 123abc 123qwe 123qweasd 123qweasdzxc 131313 134679 142536 147258 147258369 147852 147852369 159357 159753 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 212121 222222 22222222 232323 246810 252525 258456 321321 321654 333333 369369 420420 444444
456123 456456 456789 4815162342 505050 520520 5201314 535353 555555 55555555 654321 666666 66666666 696969 741852 741852963 753951 777777 7777777 77777777
789456 789456123 87654321 888888 88888888 963852741 987654 9876543210 987654321 99999999 999999 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4
aa123456 aa12345678 aaaaaa aaaaaaaa abc123 abc1234 abc12345 abcabc abcd123 abcd1234 abcdef abcdefg abcdefgh access admin1 admin12 admin123 admin1234
administrator adobe123 alexander amanda andrea andrew anthony apple1 arsenal asd123 asdasd asdasd123 asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl
ashley asshole austin azerty babygirl bailey banana barcelona baseball basketball batman biteme blahblah blink182 butterfly changeme charlie cheese
chelsea chocolate christian computer cookie corvette daniel default dragon dubsmash eminem family fender ferrari flower football football1 forever
freedom fuckme fuckyou fuckyou1 gabriel ginger gizmodo google guitar hannah harley heather hello1 hello123 hellokitty hockey hunter hunter2
iloveu iloveyou iloveyou1 internet jasmine jennifer jessica jordan jordan23 joseph joshua justin keyhold killer landlord letmein letmein1 letmein123
linkedin liverpool london lovely lovers loveyou maggie marina martin master matrix matthew melissa merlin michael michelle monkey monkey1 monster
mustang mynoob naruto natasha nicole ninja123 nothing passw0rd password password! password1 password1! password12 password123 password1234 patrick
pepper peanut phoenix pokemon pretty princess princess1 purple pussy1 qazwsx qazwsxedc qazxsw q1w2e3 q1w2e3r4 q1w2e3r4t5 qq123456 qqqqqq qwaszx
qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert1 qwert123 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop rabbit ranger robert samantha samsung
secret secret123 senha123 shadow silver slipknot smokey snoopy soccer sophie spider starwars startrek sterling summer sunshine superman superman1
target123 taylor temp123 tenant test123 test1234 testing testtest thomas thunder tigger tinkerbell trustno1 tweety undefined unknown user123 vanessa
victoria welcome welcome1 welcome123 whatever william winner winter woaini woaini1314 yankees yellow zaq12wsx zaq1zaq1 zxc123 zxcvbn zxcvbnm zxcvbnm1 zzzzzz
p@ssw0rd p@ssword pa55word p@ssw0rd1 pass1234 pass123 passpass
`

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
