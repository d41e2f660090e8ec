/**
 * Dropped bytes at each point: input less output. Output that comes later than its input (buffers, aggregation)
 * counts at the point of the input, so that the points are never negative and add up to `max(0, in - out)`.
 * @param differences input less output at each point, in order of time.
 */
export function spreadDropped(differences: readonly number[]): number[] {
  const points = [...differences];
  let early = 0;
  for (let at = points.length - 1; at >= 0; at--) {
    const left = (points[at] ?? 0) - early;
    points[at] = Math.max(0, left);
    early = Math.max(0, -left);
  }
  // Output whose input came before the first point.
  for (let at = 0; early > 0 && at < points.length; at++) {
    const taken = Math.min(points[at] ?? 0, early);
    points[at] = (points[at] ?? 0) - taken;
    early -= taken;
  }
  return points;
}
