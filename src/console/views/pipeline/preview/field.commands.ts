import type { CommandContext } from '../../../commands/context.ts';
import type { Command, Option, OptionArgument, TextArgument } from '../../../commands/types.ts';
import { checkMayEdit } from '../graph/graph-guards.ts';
import {
  dropWhere,
  type EventField,
  keepOnlyField,
  listEventFields,
  removeField,
  renameField,
} from './field-changes.ts';
import { checkPreviewShows, getPreviewScope } from './preview-guards.ts';

const NO_VALUE = 'Only a text, a number, true or false can be compared';
const VALUE_SHOWN = 60;

const listFieldsOnScreen = (ctx: CommandContext): EventField[] => {
  const [text] = getPreviewScope(ctx)?.shown?.after ?? [];
  return text === undefined ? [] : listEventFields(text);
};

const findField = (ctx: CommandContext, path: string | undefined): EventField | undefined =>
  listFieldsOnScreen(ctx).find((field) => field.path === path);

const toFieldOption = ({ path, value }: EventField, disabledReason: string | undefined): Option => ({
  id: path,
  label: path,
  ...(value === undefined ? {} : { detail: value.slice(0, VALUE_SHOWN) }),
  ...(disabledReason === undefined ? {} : { disabledReason }),
});

const createFieldArgument = (accepts?: (field: EventField) => string | undefined): OptionArgument => ({
  name: 'field',
  title: 'Field of the event on screen',
  kind: 'option',
  load: (ctx) => listFieldsOnScreen(ctx).map((field) => toFieldOption(field, accepts?.(field))),
  empty: 'The event has no fields',
});

const newNameArgument: TextArgument = {
  name: 'to',
  title: 'New name, or path, of the field',
  kind: 'text',
  action: 'Rename the field to this',
  initial: (_ctx, { field = '' }) => field,
  validate: (to, _ctx, { field }) => {
    if (to.trim() === '') return 'Type a name';
    return to.trim() === field ? 'Type a different name' : true;
  },
};

function canAct(ctx: CommandContext): true | string {
  const shown = checkPreviewShows(ctx);
  if (shown !== true) return shown;
  const scope = getPreviewScope(ctx);
  if (!scope?.shown) return 'No event is on screen';
  if (scope.shown.after.length === 0) return 'The event is dropped here, so it has no fields to act on';
  if (listFieldsOnScreen(ctx).length === 0) return 'The event is a line of text; parse it first';
  return scope.placeRefusal ?? checkMayEdit(ctx);
}

type Face = Pick<Command, 'id' | 'title' | 'icon' | 'keywords'>;

const createFieldCommand = (face: Face, more: Pick<Command, 'args' | 'run'> & Partial<Command>): Command => ({
  ...face,
  group: 'Node',
  scope: 'pipeline.structure',
  bar: false,
  enabled: canAct,
  ...more,
});

export const fieldCommands: readonly Command[] = [
  createFieldCommand(
    {
      id: 'preview.removeField',
      title: 'Remove this field',
      icon: 'scissors',
      keywords: ['preview', 'drop', 'reduce'],
    },
    {
      args: [createFieldArgument()],
      run: (ctx, { field = '' }) => getPreviewScope(ctx)?.applyChange(removeField(field)),
    },
  ),
  createFieldCommand(
    {
      id: 'preview.keepField',
      title: 'Keep only this field',
      icon: 'listFilter',
      keywords: ['preview', 'reduce', 'others'],
    },
    {
      args: [createFieldArgument()],
      run: (ctx, { field = '' }) => getPreviewScope(ctx)?.applyChange(keepOnlyField(field)),
    },
  ),
  createFieldCommand(
    { id: 'preview.renameField', title: 'Rename this field', icon: 'rename', keywords: ['preview', 'move'] },
    {
      args: [createFieldArgument(), newNameArgument],
      run: (ctx, { field = '', to = '' }) => getPreviewScope(ctx)?.applyChange(renameField(field, to.trim())),
    },
  ),
  createFieldCommand(
    {
      id: 'preview.dropWhere',
      title: (ctx, { field }) => {
        const value = findField(ctx, field)?.value;
        return value === undefined
          ? 'Drop events with this value of a field'
          : `Drop events where ${field} = ${value.slice(0, VALUE_SHOWN)}`;
      },
      icon: 'filter',
      keywords: ['preview', 'filter', 'reduce', 'equals'],
    },
    {
      listTitle: 'Drop events with this value of a field',
      args: [createFieldArgument(({ value }) => (value === undefined ? NO_VALUE : undefined))],
      enabled: (ctx, { field }) => {
        const may = canAct(ctx);
        if (may !== true || field === undefined) return may;
        return findField(ctx, field)?.value === undefined ? NO_VALUE : true;
      },
      run: (ctx, { field = '' }) => {
        const value = findField(ctx, field)?.value;
        if (value !== undefined) getPreviewScope(ctx)?.applyChange(dropWhere(field, value));
      },
    },
  ),
];
