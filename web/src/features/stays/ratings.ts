/** The mean of the listings' ratings (spec 2 §10), without those that have none yet. */
export function meanRating(ratings: readonly (number | null)[]): number | null {
  const given = ratings.filter((rating) => rating !== null)
  return given.length === 0 ? null : given.reduce((sum, rating) => sum + rating, 0) / given.length
}
