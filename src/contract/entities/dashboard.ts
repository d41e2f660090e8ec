import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { NAME_MAX_LENGTH } from '../limits.ts';
import { descriptionSchema, nameSchema, timeSchema } from './common.ts';
import {
  QUERY_CHARTS,
  queryTextSchema,
  queryTimeSchema,
  SQL_NAME,
  SQL_VALUE_MAX_LENGTH,
  savedQuerySchema,
} from './query.ts';

export const DASHBOARD_PANELS_MAX = 24;
export const DASHBOARD_VARIABLES_MAX = 8;
const CHOICES_MAX = 50;

/** Grid columns; panel sizes in columns and rows of 72 pixels. */
export const GRID_COLUMNS = 12;
export const PANEL_WIDTHS = { min: 3, max: GRID_COLUMNS } as const;
export const PANEL_HEIGHTS = { min: 2, max: 10 } as const;

/** 0: never. */
export const REFRESH_SECONDS = [0, 10, 30, 60, 300, 900] as const;

const valueSchema = z.string().check(z.maxLength(SQL_VALUE_MAX_LENGTH));

export const VARIABLE_KINDS = ['TEXT', 'NUMBER'] as const;
export type VariableKind = (typeof VARIABLE_KINDS)[number];

export const isVariableValue = (kind: VariableKind, text: string): boolean =>
  kind === 'TEXT' || (text.trim() !== '' && Number.isFinite(Number(text)));

const variableSchema = z
  .strictObject({
    name: z.string().check(z.regex(SQL_NAME, 'must be small letters, digits and _, first a letter')),
    label: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH)), ''),
    kind: z._default(z.enum(VARIABLE_KINDS), 'TEXT'),
    value: valueSchema,
    /** Empty: any value can be typed. */
    choices: z._default(z.array(valueSchema).check(z.maxLength(CHOICES_MAX)), []),
    /** A query whose first column adds choices; it takes no variables. */
    choicesSql: z._default(z.union([z.literal(''), queryTextSchema]), ''),
  })
  .check(
    z.superRefine(({ kind, value, choices }, { addIssue }) => {
      const refuse = (path: (string | number)[]) =>
        addIssue({ code: 'custom', path, message: 'must be a number', input: value });
      if (!isVariableValue(kind, value)) refuse(['value']);
      for (const [at, choice] of choices.entries())
        if (!isVariableValue(kind, choice)) refuse(['choices', at]);
    }),
  );
export type DashboardVariable = z.infer<typeof variableSchema>;

const sizeSchema = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));

const panelSchema = z
  .strictObject({
    title: nameSchema('Title'),
    /** A saved query, whose changes the panel follows. */
    queryId: z._default(z.union([z.literal(''), idSchema('query')]), ''),
    sql: z._default(z.union([z.literal(''), queryTextSchema]), ''),
    chart: z._default(z.enum(QUERY_CHARTS), 'TABLE'),
    width: z._default(sizeSchema(PANEL_WIDTHS), 6),
    height: z._default(sizeSchema(PANEL_HEIGHTS), 4),
  })
  .check(
    z.superRefine((panel, { addIssue }) => {
      if ((panel.queryId === '') !== (panel.sql === '')) return;
      const message = 'must be there, or queryId, and not both';
      addIssue({ code: 'custom', path: ['sql'], message, input: panel.sql });
    }),
  );
export type DashboardPanel = z.infer<typeof panelSchema>;

const fields = {
  name: nameSchema('Name'),
  description: z._default(descriptionSchema, ''),
  time: z._default(queryTimeSchema, '1d'),
  refreshSeconds: z._default(z.literal(REFRESH_SECONDS), 0),
  variables: z._default(
    z.array(variableSchema).check(
      z.maxLength(DASHBOARD_VARIABLES_MAX),
      z.superRefine((variables, { addIssue }) => {
        for (const [at, { name }] of variables.entries())
          if (variables.findIndex((one) => one.name === name) < at)
            addIssue({
              code: 'custom',
              path: [at, 'name'],
              message: `is there already: ${name}`,
              input: name,
            });
      }),
    ),
    [],
  ),
  /** They fill the grid in this order, by rows. */
  panels: z._default(z.array(panelSchema).check(z.maxLength(DASHBOARD_PANELS_MAX)), []),
};
export const newDashboardSchema = z.strictObject({ siteId: idSchema('site'), ...fields });
export const dashboardPatchSchema = z.strictObject(fields);
export type DashboardContent = z.infer<typeof dashboardPatchSchema>;

export const dashboardSchema = z.object({
  id: idSchema('dashboard'),
  siteId: idSchema('site'),
  name: z.string(),
  description: z.string(),
  time: z.string(),
  refreshSeconds: z.int(),
  variables: z.array(variableSchema),
  panels: z.array(panelSchema),
  createdBy: z.string(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  revision: z.int(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** With the saved queries of its panels, except deleted ones. */
export const dashboardAnswerSchema = z.object({
  dashboard: dashboardSchema,
  queries: z.array(savedQuerySchema),
});
