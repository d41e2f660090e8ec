import type { SnapshotFrom } from 'xstate';
import type { commandPaletteMachine } from './command-palette.machine.ts';
import { findArgument, findCommand } from './palette.steps.ts';

export type PaletteSnapshot = SnapshotFrom<typeof commandPaletteMachine>;
export type PalettePage =
  | 'closed'
  | 'choosing'
  | 'loading'
  | 'option'
  | 'unavailable'
  | 'text'
  | 'validating'
  | 'review';

const PAGES: [PalettePage, (snapshot: PaletteSnapshot) => boolean][] = [
  ['closed', (snapshot) => snapshot.matches('closed')],
  ['choosing', (snapshot) => snapshot.matches({ open: 'choosing' })],
  ['loading', (snapshot) => snapshot.matches({ open: { gathering: 'loading' } })],
  ['option', (snapshot) => snapshot.matches({ open: { gathering: 'option' } })],
  ['unavailable', (snapshot) => snapshot.matches({ open: { gathering: 'unavailable' } })],
  ['text', (snapshot) => snapshot.matches({ open: { gathering: 'text' } })],
  ['validating', (snapshot) => snapshot.matches({ open: 'validating' })],
  ['review', (snapshot) => snapshot.matches({ open: 'review' })],
];

export const selectPage = (snapshot: PaletteSnapshot): PalettePage =>
  PAGES.find(([, shows]) => shows(snapshot))?.[0] ?? 'closed';
export const selectIsOpen = (snapshot: PaletteSnapshot): boolean => snapshot.matches('open');
export const selectCommand = (snapshot: PaletteSnapshot) => findCommand(snapshot.context);
export const selectArgument = (snapshot: PaletteSnapshot) => findArgument(snapshot.context);
