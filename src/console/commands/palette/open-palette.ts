import { holdKeys } from '../../lib/held-keys.ts';
import { createStore } from '../../lib/store.ts';
import type { CommandArgs } from '../types.ts';

export type PaletteRequest = { commandId?: string; args: CommandArgs };

export const paletteRequest = createStore<PaletteRequest>({ args: {} });

export const isPaletteWanted = createStore(false);

/** With `commandId`, opens its first unanswered argument. */
export function openPalette(commandId?: string, args: CommandArgs = {}): void {
  paletteRequest.set(commandId === undefined ? { args } : { commandId, args });
  holdKeys('palette', () => isPaletteWanted.set(false));
  isPaletteWanted.set(true);
}
