type Importing = { fileName: string; imports: readonly string[] };

/**
 * Chunks that import each other in a circle, or undefined. A bundled constant in it would silently be
 * undefined when read too early.
 */
export function findChunkCircle(chunks: readonly Importing[]): string[] | undefined {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): string[] | undefined => {
    const at = way.indexOf(file);
    if (at >= 0) return [...way.slice(at), file];
    if (done.has(file)) return undefined;
    for (const next of byFile.get(file)?.imports ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const { fileName } of chunks) {
    const circle = follow(fileName, []);
    if (circle) return circle;
  }
  return undefined;
}
