/** A command as the key map sees it. */
export type MappedCommand = {
  id: string;
  title: string;
  scopes: readonly string[];
  /** Keys it has unless the person says otherwise. */
  defaults: readonly string[];
  /** A widget handles these keys itself: they are taken and cannot be changed. */
  isFixed?: boolean;
};

/** By command, only what differs from the default; an empty list means no key. */
export type KeyOverlay = Readonly<Record<string, readonly string[]>>;

export type KeyMapSettings = {
  commands: readonly MappedCommand[];
  overlay: KeyOverlay;
  /** By scope, the others whose keys are live at the same time; what is global is live with all of them. */
  alongside?: Readonly<Record<string, readonly string[]>>;
  /** False: keys that type a character are off (WCAG 2.1.4). */
  characterKeys: boolean;
  isMac: boolean;
};

export type KeyRule = 'duplicate' | 'prefix' | 'browser' | 'reserved' | 'characterKeysOff' | 'tooMany';

/** Why a command cannot have these keys. */
export type KeyRefusal = {
  commandId: string;
  keys: string;
  rule: KeyRule;
  /** One sentence that names the keys and, where there is one, the other command. */
  message: string;
  /** The command in the way. */
  withId?: string;
  withTitle?: string;
};
