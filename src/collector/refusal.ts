/** Why a node cannot run on a Collector as it does on the engine; both are sentences. */
export class Unrenderable extends Error {
  override readonly name = 'Unrenderable';
  readonly resolution: string;

  constructor(reason: string, resolution: string) {
    super(reason);
    this.resolution = resolution;
  }
}

/**
 * The configuration of one node. A setting that the renderer does not read is refused, since it could change what the
 * node does.
 */
export class Settings {
  readonly #config: Readonly<Record<string, unknown>>;
  readonly #taken = new Set<string>();

  constructor(config: Readonly<Record<string, unknown>>) {
    this.#config = config;
  }

  /** The value, or the default of the component where it is left out. */
  take<T>(name: string, initial: T): T {
    this.#taken.add(name);
    const value = this.#config[name];
    return value === undefined ? initial : (value as T);
  }

  /** Settings that say how, and not what, so that nothing is lost with them. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#taken.add(name);
  }

  /** @throws Unrenderable when it has another value */
  expect<T>(name: string, label: string, wanted: T, initial: T, resolution: string): void {
    if (this.take(name, initial) !== wanted)
      throw new Unrenderable(`A Collector has nothing for the setting '${label}' of this node`, resolution);
  }

  /** @throws Unrenderable for settings that were not taken */
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
