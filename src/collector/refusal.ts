/** Why a node cannot run the same way on a Collector; both are sentences. */
export class Unrenderable extends Error {
  override readonly name = 'Unrenderable';
  readonly resolution: string;

  constructor(reason: string, resolution: string) {
    super(reason);
    this.resolution = resolution;
  }
}

/**
 * One node's configuration. Settings the renderer does not read are refused, since they could change the
 * result.
 */
export class Settings {
  readonly #config: Readonly<Record<string, unknown>>;
  readonly #taken = new Set<string>();

  constructor(config: Readonly<Record<string, unknown>>) {
    this.#config = config;
  }

  /** The value, or the component's default. */
  take<T>(name: string, initial: T): T {
    this.#taken.add(name);
    const value = this.#config[name];
    return value === undefined ? initial : (value as T);
  }

  /** Ignores settings without effect on the result. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#taken.add(name);
  }

  /** @throws Unrenderable for another value */
  expect<T>(name: string, label: string, wanted: T, initial: T, resolution: string): void {
    if (this.take(name, initial) !== wanted)
      throw new Unrenderable(`A Collector has nothing for the setting '${label}' of this node`, resolution);
  }

  /** @throws Unrenderable for unread settings */
  end(): void {
    const [left] = Object.keys(this.#config).filter(
      (name) => !this.#taken.has(name) && this.#config[name] !== undefined,
    );
    if (left !== undefined)
      throw new Unrenderable(
        `A Collector has nothing for the setting '${left}' of this node`,
        'Clear the setting, or run the pipeline on an engine',
      );
  }
}
