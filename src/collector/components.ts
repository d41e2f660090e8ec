import type { CollectorComponent } from './processors.ts';
import { toPlain } from './references.ts';

/** For use in an id or a variable. */
export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'node';

/** Components by kind with a readable id. Equal components share one. */
export class Components {
  readonly #all = new Map<string, { kind: string; settings: unknown }>();

  /** `filter/drop_debug` for `drop_debug`, numbered when taken. */
  add(kind: string, { type, settings }: CollectorComponent, name: string): string {
    const text = JSON.stringify(toPlain(settings));
    for (let n = 1; ; n += 1) {
      const id = `${type}/${name}${n === 1 ? '' : `_${n}`}`;
      const known = this.#all.get(id);
      if (!known) {
        this.#all.set(id, { kind, settings });
        return id;
      }
      if (known.kind === kind && JSON.stringify(toPlain(known.settings)) === text) return id;
    }
  }

  copy(kind: string, id: string, name: string): string {
    const settings = this.#all.get(id)?.settings as CollectorComponent['settings'];
    return this.add(kind, { type: id.slice(0, id.indexOf('/')), settings }, name);
  }

  of(kind: string): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#all].flatMap(([id, one]) => (one.kind === kind ? [[id, one.settings]] : [])),
    );
  }
}
