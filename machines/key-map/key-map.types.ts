export type MappedCommand = {
  id: string;
  title: string;
  scopes: readonly string[];
  defaults: readonly string[];
  /** A widget handles these keys itself, so they cannot be changed. */
  isFixed?: boolean;
};

/** Changed keys by command; an empty list means no key. */
export type KeyOverlay = Readonly<Record<string, readonly string[]>>;

export type KeyMapSettings = {
  commands: readonly MappedCommand[];
  overlay: KeyOverlay;
  /** By scope, the other scopes active with it. `global` is active with all. */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** False turns off character keys (WCAG 2.1.4). */
  characterKeys: boolean;
  isMac: boolean;
};

export type KeyRule = 'duplicate' | 'prefix' | 'browser' | 'reserved' | 'characterKeysOff' | 'tooMany';

export type KeyRefusal = {
  commandId: string;
  keys: string;
  rule: KeyRule;
  message: string;
  withId?: string;
  withTitle?: string;
};
