import type { Macro } from '../../contract/entities/preferences.ts';
import type { Command } from '../commands/types.ts';
import { macroBusyReason, sendToMacros } from './macros.ts';

/** `macro.<id>` for each macro: it stands in the palette, and can have a key like any command. */
export const macroCommands = (macros: readonly Macro[]): Command[] =>
  macros.map((macro) => ({
    id: `macro.${macro.id}`,
    title: macro.name,
    group: 'Macro',
    icon: 'play',
    keywords: ['run', 'macro', ...new Set(macro.steps.map(({ commandId }) => commandId))],
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => macroBusyReason() ?? true,
    run: () => sendToMacros({ type: 'run.start', macro }),
  }));
