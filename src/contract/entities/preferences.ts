import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { nameTextCheck } from '../names.ts';

export const MACRO_NAME_MAX_LENGTH = 60;
export const MACROS_MAX = 100;
export const MACRO_STEPS_MAX = 200;
export const LOG_VIEW_NAME_MAX_LENGTH = 60;
export const LOG_VIEWS_MAX = 100;
export const LOG_VIEW_COLUMNS_MAX = 50;
export const KEY_BINDINGS_MAX = 500;
export const KEYS_PER_COMMAND_MAX = 5;
export const KEY_SEQUENCE_MAX = 3;
const ARGUMENTS_MAX = 20;
const ARGUMENT_MAX_LENGTH = 2000;

const KEY = String.raw`(?:mod\+)?(?:ctrl\+)?(?:meta\+)?(?:alt\+)?(?:shift\+)?(?:[^\s\p{Lu}]|[a-z][a-z0-9]{1,15})`;
/** Separated by spaces, modifiers first: `e`, `g p`, `mod+shift+z`, `delete`. */
const KEYS_PATTERN = new RegExp(`^${KEY}(?: ${KEY}){0,${KEY_SEQUENCE_MAX - 1}}$`, 'u');

/** True for the stored form: lowercase, single spaces, ordered modifiers. */
export const isKeysText = (text: string): boolean => KEYS_PATTERN.test(text);

export const KEYS_RULE = `must be one to ${KEY_SEQUENCE_MAX} keys in lower case with a blank between, as 'e', 'g p' or 'mod+shift+z'`;

const commandIdSchema = z
  .string()
  .check(z.regex(/^[a-zA-Z][\w.-]{0,99}$/, 'must be the id of a command, such as pipeline.deploy'));

const keysSchema = z.string().check(z.refine(isKeysText, KEYS_RULE));

/** By command, only changes from the defaults. An empty list removes its keys. */
const keyBindingsSchema = z
  .record(
    commandIdSchema,
    z
      .array(keysSchema)
      .check(z.maxLength(KEYS_PER_COMMAND_MAX, `A command has at most ${KEYS_PER_COMMAND_MAX} keys`)),
  )
  .check(
    z.refine(
      (bindings) => Object.keys(bindings).length <= KEY_BINDINGS_MAX,
      `At most ${KEY_BINDINGS_MAX} commands can have keys of their own`,
    ),
  );
export type KeyBindings = z.infer<typeof keyBindingsSchema>;

const macroStepSchema = z.strictObject({
  commandId: commandIdSchema,
  args: z
    .record(
      z.string().check(z.regex(/^\w{1,40}$/, 'must be the name of an argument')),
      z.string().check(z.maxLength(ARGUMENT_MAX_LENGTH)),
    )
    .check(
      z.refine(
        (args) => Object.keys(args).length <= ARGUMENTS_MAX,
        `A step has at most ${ARGUMENTS_MAX} arguments`,
      ),
    ),
});
export type MacroStep = z.infer<typeof macroStepSchema>;

const macroSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits or hyphens')),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Macro name is required'),
      z.maxLength(MACRO_NAME_MAX_LENGTH, `Macro name must be at most ${MACRO_NAME_MAX_LENGTH} characters`),
      nameTextCheck('Macro name'),
    ),
  steps: z
    .array(macroStepSchema)
    .check(
      z.minLength(1, 'A macro has at least one step'),
      z.maxLength(MACRO_STEPS_MAX, `A macro has at most ${MACRO_STEPS_MAX} steps`),
    ),
});
export type Macro = z.infer<typeof macroSchema>;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

const macrosSchema = z.array(macroSchema).check(
  z.maxLength(MACROS_MAX, `At most ${MACROS_MAX} macros can be kept`),
  z.refine((macros) => isUnique(macros.map(({ id }) => id)), 'Two macros have the same id'),
  z.refine(
    (macros) => isUnique(macros.map(({ name }) => name.trim().toLowerCase())),
    'Two macros have the same name',
  ),
);

const logViewSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits or hyphens')),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'View name is required'),
      z.maxLength(
        LOG_VIEW_NAME_MAX_LENGTH,
        `View name must be at most ${LOG_VIEW_NAME_MAX_LENGTH} characters`,
      ),
      nameTextCheck('View name'),
    ),
  siteId: idSchema('site'),
  query: z.string().check(z.maxLength(LOG_QUERY_MAX_LENGTH)),
  sourceId: z.optional(idSchema('node')),
  columns: z
    .array(z.string().check(z.minLength(1), z.maxLength(256)))
    .check(z.maxLength(LOG_VIEW_COLUMNS_MAX, `A view has at most ${LOG_VIEW_COLUMNS_MAX} columns`)),
});
export type LogView = z.infer<typeof logViewSchema>;

const logViewsSchema = z.array(logViewSchema).check(
  z.maxLength(LOG_VIEWS_MAX, `At most ${LOG_VIEWS_MAX} views can be kept`),
  z.refine((views) => isUnique(views.map(({ id }) => id)), 'Two views have the same id'),
  z.refine(
    (views) => isUnique(views.map(({ siteId, name }) => `${siteId} ${name.trim().toLowerCase()}`)),
    'Two views of a site have the same name',
  ),
);

/** Revision 0: never stored. */
export const preferencesSchema = z.object({
  revision: z.int().check(z.minimum(0)),
  /**
   * Turns single-character keys on or off ([WCAG
   * 2.1.4](https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html)).
   */
  characterKeys: z.boolean(),
  keyBindings: keyBindingsSchema,
  macros: macrosSchema,
  logViews: z.optional(logViewsSchema),
  /** The tour was started, and is not offered again. */
  isTourSeen: z.optional(z.boolean()),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Omitted fields stay. */
export const preferencesPatchSchema = z.strictObject({
  characterKeys: z.optional(z.boolean()),
  keyBindings: z.optional(keyBindingsSchema),
  macros: z.optional(macrosSchema),
  logViews: z.optional(logViewsSchema),
  isTourSeen: z.optional(z.literal(true)),
});
export type PreferencesPatch = z.infer<typeof preferencesPatchSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  revision: 0,
  characterKeys: true,
  keyBindings: {},
  macros: [],
};
