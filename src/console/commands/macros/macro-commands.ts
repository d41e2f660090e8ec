import type { Macro } from '../../../contract/entities/preferences.ts';
import type { Registry } from '../registry.ts';
import type { Command } from '../types.ts';
import { findMacroBusyReason, savedMacros } from './macro-status.ts';
import { sendToMacros } from './macros.ts';

/** Macros appear in the palette and can have keys. */
const createMacroCommands = (macros: readonly Macro[]): Command[] =>
  macros.map((macro) => ({
    id: `macro.${macro.id}`,
    title: macro.name,
    group: 'Macro',
    icon: 'play',
    keywords: ['run', 'macro', ...new Set(macro.steps.map(({ commandId }) => commandId))],
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => findMacroBusyReason() ?? true,
    run: () => sendToMacros({ type: 'run.start', macro }),
  }));

export function listMacros(registry: Registry): void {
  const update = () => registry.setDynamic(createMacroCommands(savedMacros.get()));
  savedMacros.subscribe(update);
  update();
}
