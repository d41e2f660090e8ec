import type { SnapshotFrom } from 'xstate';
import type { macrosMachine } from './macros.machine.ts';

export type MacrosSnapshot = SnapshotFrom<typeof macrosMachine>;

export const selectRecordedCount = ({ context }: MacrosSnapshot): number => context.steps.length;

export type MacroRun = { macroId: string; name: string; step: number; of: number };

/** The running macro and its step, counted from 1. */
export function selectRun(snapshot: MacrosSnapshot): MacroRun | undefined {
  const { macro, at } = snapshot.context;
  if (!snapshot.matches('running') || !macro) return undefined;
  return { macroId: macro.id, name: macro.name, step: at + 1, of: macro.steps.length };
}
