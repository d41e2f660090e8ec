import type { Macro, MacroStep } from '../../../contract/entities/preferences.ts';
import { getListedTitle } from '../../commands/keys/key-map.ts';
import { getKeysOfCommand } from '../../commands/registry.ts';
import { getCommandHost, useCommandContext } from '../../commands/runtime.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { KeyList } from './key-list.tsx';
import * as css from './profile.css.ts';

const formatStepTitle = ({ commandId }: MacroStep): string => {
  const command = getCommandHost().registry.command(commandId);
  return command ? getListedTitle(command) : commandId;
};

const formatMacroSteps = ({ steps }: Macro): string => steps.map(formatStepTitle).join(', ');

export const filterMacros = (macros: readonly Macro[], words: string): Macro[] => {
  const wanted = words.trim().toLowerCase();
  return macros.filter((macro) => `${macro.name} ${formatMacroSteps(macro)}`.toLowerCase().includes(wanted));
};

function MacroKeys({ id }: { id: string }) {
  useCommandContext();
  const command = getCommandHost().registry.command(`macro.${id}`);
  return (
    <span className={css.keys}>
      <KeyList keys={command ? getKeysOfCommand(command) : []} />
    </span>
  );
}

export const MACRO_COLUMNS: readonly Column<Macro>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(120px, 1fr)',
    value: ({ name }) => name,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'count',
    header: 'Steps',
    width: '70px',
    align: 'end',
    value: ({ steps }) => steps.length,
    cell: ({ steps }) => steps.length,
  },
  { id: 'steps', header: 'What it runs', width: 'minmax(120px, 2fr)', cell: formatMacroSteps },
  { id: 'keys', header: 'Keys', width: 'minmax(70px, 150px)', cell: ({ id }) => <MacroKeys id={id} /> },
];

const isGone = ({ commandId }: MacroStep): boolean =>
  getCommandHost().registry.command(commandId) === undefined;

/** Steps in order, with their arguments. */
export function MacroSteps({ macro }: { macro: Macro }) {
  return (
    <ol className={css.steps}>
      {macro.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id
        <li key={index} className={css.step}>
          {formatStepTitle(step)}
          {Object.entries(step.args).map(([name, value]) => (
            <span key={name} className={css.stepArgument}>
              {name} {value}
            </span>
          ))}
          {isGone(step) && <span className={css.gone}>There is no such command: the macro stops here</span>}
        </li>
      ))}
    </ol>
  );
}
