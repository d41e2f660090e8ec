/**
 * Dropped bytes at each point of one flow: what came in and did not go out. What goes out later than it came
 * in (a buffer, events held together) is counted at the point it came in, so that the points add up to
 * `max(0, in - out)` of all of them, exactly, and none is below zero.
 * @param differences input less output at each point, in order of time.
 */
export function droppedAtPoints(differences: readonly number[]): number[] {
  const points = [...differences];
  let early = 0;
  for (let at = points.length - 1; at >= 0; at--) {
    const left = (points[at] ?? 0) - early;
    points[at] = Math.max(0, left);
    early = Math.max(0, -left);
  }
  // What went out here and came in before the first point.
  for (let at = 0; early > 0 && at < points.length; at++) {
    const taken = Math.min(points[at] ?? 0, early);
    points[at] = (points[at] ?? 0) - taken;
    early -= taken;
  }
  return points;
}
