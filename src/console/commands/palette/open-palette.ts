import { createStore } from '../store.ts';
import type { CommandArgs } from '../types.ts';
import { holdTyping } from './type-ahead.ts';

export type PaletteRequest = { commandId?: string; args: CommandArgs };

/** What the palette was asked for last. */
export const paletteRequest = createStore<PaletteRequest>({ args: {} });

/** The palette's code is loaded and shown while this is true. */
export const isPaletteWanted = createStore(false);

/** Opens the palette, or one command's first open question in it. */
export function openPalette(commandId?: string, args: CommandArgs = {}): void {
  paletteRequest.set(commandId === undefined ? { args } : { commandId, args });
  holdTyping(() => isPaletteWanted.set(false));
  isPaletteWanted.set(true);
}
