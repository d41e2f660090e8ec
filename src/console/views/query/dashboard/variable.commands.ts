import {
  DASHBOARD_VARIABLES_MAX,
  isVariableValue,
  VARIABLE_KINDS,
} from '../../../../contract/entities/dashboard.ts';
import { SQL_NAME, SQL_VALUE_MAX_LENGTH } from '../../../../contract/entities/query.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { defineCommands, type OptionArgument } from '../../../commands/types.ts';
import { isEditable, NOT_OPEN, scopeOf } from './command-guards.ts';
import './scope.ts';

/** Stands for an empty value, which an argument cannot have. */
const EMPTY_ID = '\u0000';
const findVariable = (ctx: CommandContext, name: string | undefined) =>
  scopeOf(ctx)?.content.variables.find((one) => one.name === name);
const checkValue = (value: string, kind: (typeof VARIABLE_KINDS)[number]): true | string => {
  if (value.length > SQL_VALUE_MAX_LENGTH) return `At most ${SQL_VALUE_MAX_LENGTH} characters`;
  return isVariableValue(kind, value) ? true : 'A number is needed';
};
const variableArgument: OptionArgument = {
  kind: 'option',
  name: 'variable',
  title: 'Variable',
  load: (ctx) => {
    const scope = scopeOf(ctx);
    return (scope?.content.variables ?? []).map(({ name, label, value }) => ({
      id: name,
      label: label || name,
      detail: `$${name}: ${(scope?.values[name] ?? value) || 'empty'}`,
    }));
  },
  empty: 'The dashboard has no variables',
};

export const variableCommands = defineCommands([
  {
    id: 'queryDashboard.value',
    title: 'Set a variable of the dashboard',
    group: 'View',
    icon: 'listFilter',
    keywords: ['parameter', 'filter', 'value'],
    keys: 'v',
    scope: 'queryDashboard',
    bar: (ctx) => ((scopeOf(ctx)?.content.variables.length ?? 0) > 0 ? 'Variable' : false),
    enabled: (ctx) => {
      if (!scopeOf(ctx)) return NOT_OPEN;
      return (scopeOf(ctx)?.content.variables.length ?? 0) > 0 ? true : 'The dashboard has no variables';
    },
    args: [
      {
        ...variableArgument,
        given: (ctx) => {
          const [only, ...more] = scopeOf(ctx)?.content.variables ?? [];
          return only && more.length === 0 ? { id: only.name, label: only.label || only.name } : undefined;
        },
      },
      {
        kind: 'option',
        name: 'value',
        title: 'Value',
        load: async (ctx, typed, { variable = '' }) => {
          const known = (await scopeOf(ctx)?.listChoices(variable)) ?? [];
          const kind = findVariable(ctx, variable)?.kind ?? 'TEXT';
          const isOther = typed !== '' && !known.includes(typed) && checkValue(typed, kind) === true;
          return [
            ...known.map((value) => ({ id: value === '' ? EMPTY_ID : value, label: value || 'Empty: all' })),
            ...(isOther ? [{ id: typed, label: `Use '${typed}'` }] : []),
          ];
        },
        empty: 'Type the value',
      },
    ],
    run: (ctx, { variable = '', value = '' }) =>
      scopeOf(ctx)?.setValue(variable, value === EMPTY_ID ? '' : value),
  },
  {
    id: 'queryDashboard.addVariable',
    title: 'Add a variable to the dashboard',
    group: 'View',
    icon: 'plus',
    keywords: ['parameter', 'input'],
    scope: 'queryDashboard',
    bar: false,
    enabled: (ctx) => {
      const editable = isEditable(ctx);
      if (editable !== true) return editable;
      return (scopeOf(ctx)?.content.variables.length ?? 0) < DASHBOARD_VARIABLES_MAX
        ? true
        : `A dashboard has at most ${DASHBOARD_VARIABLES_MAX} variables`;
    },
    args: [
      {
        kind: 'text',
        name: 'name',
        title: 'Name, as in SQL after $',
        action: 'Use this name',
        validate: (value, ctx) => {
          if (!SQL_NAME.test(value)) return 'Small letters, digits and _, first a letter';
          return findVariable(ctx, value) ? 'There is a variable with this name' : true;
        },
      },
      {
        kind: 'option',
        name: 'kind',
        title: 'Kind',
        load: () => VARIABLE_KINDS.map((id) => ({ id, label: id === 'TEXT' ? 'Text' : 'Number' })),
      },
      {
        kind: 'text',
        name: 'value',
        title: 'First value',
        action: 'Add the variable',
        validate: (value, _, { kind }) => checkValue(value, kind === 'NUMBER' ? 'NUMBER' : 'TEXT'),
      },
    ],
    run: (ctx, { name = '', kind, value = '' }) => {
      const scope = scopeOf(ctx);
      if (!scope) return;
      const variable = {
        name,
        label: '',
        kind: kind === 'NUMBER' ? ('NUMBER' as const) : ('TEXT' as const),
        value,
        choices: [],
        choicesSql: '',
      };
      scope.change({ ...scope.content, variables: [...scope.content.variables, variable] });
    },
    leadsTo: ['updateDashboard'],
  },
  {
    id: 'queryDashboard.removeVariable',
    title: 'Remove a variable of the dashboard',
    group: 'View',
    icon: 'minus',
    scope: 'queryDashboard',
    bar: false,
    enabled: (ctx) => {
      const editable = isEditable(ctx);
      if (editable !== true) return editable;
      return (scopeOf(ctx)?.content.variables.length ?? 0) > 0 ? true : 'The dashboard has no variables';
    },
    args: [variableArgument],
    run: (ctx, { variable }) => {
      const scope = scopeOf(ctx);
      if (!scope) return;
      const variables = scope.content.variables.filter(({ name }) => name !== variable);
      scope.change({ ...scope.content, variables });
    },
    leadsTo: ['updateDashboard'],
  },
]);
