/** Unique object names that sort in the order of writing. */
export class ObjectNames {
  private written = 0;

  /** `20261121T221530123Z-000001-0123456789abcdef`. `hash`: the content's SHA-256 in hex. */
  next(hash: string): string {
    const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
    const number = String(this.written++ % 1_000_000).padStart(6, '0');
    return `${time}-${number}-${hash.slice(0, 16)}`;
  }
}
