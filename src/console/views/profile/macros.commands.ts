import { findMacroNameProblem, formatMacro } from '../../../../machines/macros/index.ts';
import { MACROS_MAX, type Macro } from '../../../contract/entities/preferences.ts';
import { counted } from '../../../contract/values.ts';
import type { CommandContext } from '../../commands/context.ts';
import { findMacroBusyReason, macroStatus, savedMacros } from '../../commands/macros/macro-status.ts';
import { sendToMacros } from '../../commands/macros/macros.ts';
import { changePreferences } from '../../commands/preferences/preferences.ts';
import { runCommand } from '../../commands/runtime.ts';
import { defineCommands, type Option, type OptionArgument } from '../../commands/types.ts';
import { paths } from '../../lib/paths.ts';
import './scope.ts';

const getMacrosScope = (ctx: CommandContext) => ctx.scopes['profile.macros'];

const toMacroOption = ({ id, name, steps }: Macro): Option => ({
  id,
  label: name,
  icon: 'play',
  detail: counted(steps.length, 'step'),
});

const macroArgument: OptionArgument = {
  name: 'macro',
  title: 'Macro',
  kind: 'option',
  given: (ctx) => {
    const current = getMacrosScope(ctx)?.current;
    return current && toMacroOption(current);
  },
  load: () => savedMacros.get().map(toMacroOption),
  empty: 'There is no macro yet',
};

const findMacro = (id: string | undefined): Macro | undefined =>
  savedMacros.get().find((macro) => macro.id === id);

const hasMacros = (): true | string => (savedMacros.get().length > 0 ? true : 'There is no macro yet');

const hasRoom = (): true | string =>
  savedMacros.get().length < MACROS_MAX ? true : `${MACROS_MAX} macros are kept; delete one first`;

const isIn = (...modes: string[]): boolean => modes.includes(macroStatus.get().mode);

const getRecordTitle = (): string => {
  if (isIn('recording')) return 'Stop recording';
  return isIn('unnamed') ? 'Name the recorded macro' : 'Record a macro';
};

/** None of these can be a step of a macro. */
export const macrosCommands = defineCommands([
  {
    id: 'macros.record',
    title: getRecordTitle,
    listTitle: 'Record a macro, or stop recording',
    group: 'Macro',
    icon: 'record',
    keywords: ['macro', 'record', 'repeat', 'automate', 'stop'],
    keys: 'q',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => {
      if (isIn('running')) return 'A macro is running';
      return isIn('idle') ? hasRoom() : true;
    },
    run: () => {
      if (isIn('unnamed')) runCommand('macros.name');
      else sendToMacros(() => ({ type: isIn('recording') ? 'record.stop' : 'record.start' }));
    },
  },
  {
    id: 'macros.name',
    title: 'Name the recorded macro',
    group: 'Macro',
    icon: 'tag',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => (isIn('unnamed') ? true : 'No recorded macro waits for a name'),
    args: [
      {
        kind: 'text',
        name: 'name',
        title: 'Name of the macro',
        action: 'Keep the macro as',
        validate: (name) => findMacroNameProblem(name, savedMacros.get()),
      },
    ],
    run: (_ctx, args) => sendToMacros({ type: 'name.given', id: crypto.randomUUID(), name: args.name ?? '' }),
    calls: ['updatePreferences'],
  },
  {
    id: 'macros.discard',
    title: 'Discard the recording',
    group: 'Macro',
    icon: 'close',
    keywords: ['macro', 'cancel'],
    keys: 'Shift+q',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => (isIn('recording', 'unnamed') ? true : 'Nothing is being recorded'),
    run: () => sendToMacros({ type: 'record.discard' }),
  },
  {
    id: 'macros.stop',
    title: 'Stop the running macro',
    group: 'Macro',
    icon: 'pause',
    keywords: ['macro', 'cancel', 'abort'],
    keys: 'alt+q',
    scope: 'global',
    bar: false,
    isRecorded: false,
    enabled: () => (isIn('running') ? true : 'No macro is running'),
    run: () => sendToMacros({ type: 'run.stop' }),
  },
  {
    id: 'macros.run',
    title: 'Run macro',
    group: 'Macro',
    icon: 'play',
    keys: 'w',
    scope: 'profile.macros',
    bar: 'Run',
    palette: false,
    isRecorded: false,
    args: [macroArgument],
    enabled: () => findMacroBusyReason() ?? hasMacros(),
    run: (_ctx, args) => {
      const macro = findMacro(args.macro);
      if (macro) sendToMacros({ type: 'run.start', macro });
    },
  },
  {
    id: 'macros.rename',
    title: 'Rename macro',
    group: 'Macro',
    icon: 'rename',
    keys: 'F2',
    scope: 'profile.macros',
    everywhere: true,
    bar: 'Rename',
    isRecorded: false,
    args: [
      macroArgument,
      {
        kind: 'text',
        name: 'name',
        title: 'New name',
        action: 'Rename to',
        initial: (_ctx, args) => findMacro(args.macro)?.name ?? '',
        validate: (name, _ctx, args) => findMacroNameProblem(name, savedMacros.get(), args.macro),
      },
    ],
    enabled: hasMacros,
    run: (_ctx, args) => {
      const macro = findMacro(args.macro);
      const name = args.name?.trim();
      if (macro && name) changePreferences({ kind: 'macroPut', macro: { ...macro, name } });
    },
    calls: ['updatePreferences'],
  },
  {
    id: 'macros.copy',
    title: 'Copy macro as text',
    group: 'Macro',
    icon: 'copy',
    keywords: ['share', 'export'],
    keys: 'c',
    scope: 'profile.macros',
    everywhere: true,
    bar: 'Copy',
    isRecorded: false,
    args: [macroArgument],
    enabled: hasMacros,
    run: (ctx, args) => {
      const macro = findMacro(args.macro);
      if (macro) ctx.actors.copyText(formatMacro(macro));
    },
  },
  {
    id: 'macros.import',
    title: 'Import a macro from text',
    group: 'Macro',
    icon: 'upload',
    keywords: ['paste', 'share', 'load'],
    keys: 'i',
    scope: 'profile.macros',
    everywhere: true,
    bar: 'Import',
    isRecorded: false,
    enabled: hasRoom,
    run: (ctx) => {
      if (getMacrosScope(ctx)) getMacrosScope(ctx)?.openImport();
      else ctx.navigate(paths.userProfile({ view: 'macros', import: 'text' }));
    },
    calls: ['updatePreferences'],
  },
  {
    id: 'macros.delete',
    title: 'Delete macro',
    group: 'Macro',
    icon: 'delete',
    keywords: ['remove'],
    keys: 'Delete',
    scope: 'profile.macros',
    everywhere: true,
    bar: 'Delete',
    isRecorded: false,
    args: [macroArgument],
    enabled: hasMacros,
    review: (_ctx, args) => ({
      title: 'Delete macro',
      body: `'${findMacro(args.macro)?.name ?? ''}' and its key are permanently deleted.`,
      action: 'Delete macro',
      destructive: true,
    }),
    run: (_ctx, args) => changePreferences({ kind: 'macroRemoved', id: args.macro ?? '' }),
    calls: ['updatePreferences'],
  },
]);
