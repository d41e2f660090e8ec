import { assign, fromPromise, setup } from 'xstate';

/**
 * A refused save keeps all input and shows errors at their fields. If someone else saved meanwhile, the user
 * chooses which edit wins.
 */
export type FormValues = { name: string; description: string; config: Record<string, unknown> };

/** Messages by field path: `name`, `config.port`. */
export type FieldErrors = Record<string, string>;

export type EntityFormInput = {
  /** Undefined for a new entity. */
  existing?: { id: string; revision: number; templateId: string; values: FormValues } | undefined;
  /** Initial values when there is no type to choose. */
  blank?: { templateId: string; values: FormValues } | undefined;
};

export type EntityFormContext = {
  id: string | undefined;
  revision: number | undefined;
  templateId: string;
  values: FormValues;
  saved: FormValues;
  errors: FieldErrors;
  /** An error that belongs to no field. */
  failure: string;
  /** Set when it differs from the revision the edit is based on. */
  storedRevision: number | undefined;
  savedId: string | undefined;
  /** Where to navigate after the discard question, if anywhere. */
  leaveTarget: string | undefined;
};

export type SaveInput = {
  id: string | undefined;
  templateId: string;
  values: FormValues;
  /** Undefined overwrites whatever is stored. */
  revision: number | undefined;
};

export type SaveOutcome =
  | { kind: 'saved'; id: string; revision: number }
  | { kind: 'refused'; errors: FieldErrors; message: string }
  | { kind: 'stale'; storedRevision: number };

export type EntityFormEvent =
  | {
      type: 'type.chosen';
      templateId: string;
      defaults: Record<string, unknown>;
      name: string;
      /** A generated name: leaving loses no input. */
      isProposal?: boolean;
    }
  | { type: 'type.reconsidered' }
  | { type: 'field.changed'; field: 'name' | 'description'; value: string }
  | { type: 'config.changed'; config: Record<string, unknown> }
  | { type: 'form.submitted' }
  /** `hasMore`: unsaved input besides the values. */
  | { type: 'form.left'; target?: string; hasMore?: boolean }
  | { type: 'leave.confirmed' }
  | { type: 'leave.declined' }
  | { type: 'stale.overwrite' }
  | { type: 'stale.keepEditing' };

const EMPTY: FormValues = { name: '', description: '', config: {} };
const areValuesEqual = (a: FormValues, b: FormValues) => JSON.stringify(a) === JSON.stringify(b);

export const isDirty = (context: EntityFormContext): boolean =>
  !areValuesEqual(context.values, context.saved);

const removeErrors = (errors: FieldErrors, matches: (field: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !matches(field)));

const listChangedKeys = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);

const formSetup = setup({
  types: {
    context: {} as EntityFormContext,
    events: {} as EntityFormEvent,
    input: {} as EntityFormInput,
  },
  actors: {
    save: fromPromise<SaveOutcome, SaveInput>(() => Promise.reject(new Error('provide save'))),
  },
  actions: {
    /** `id` is set when the entity was saved. */
    close: (_, _params: { id: string | undefined; target: string | undefined }) => undefined,
    rememberTarget: assign(({ event }) => ({
      leaveTarget: event.type === 'form.left' ? event.target : undefined,
    })),
  },
  guards: {
    isTypeKnown: ({ context }) => context.id !== undefined || context.templateId !== '',
    losesInput: ({ context, event }) =>
      isDirty(context) || (event.type === 'form.left' && event.hasMore === true),
    hasNothingToSave: ({ context }) => context.id !== undefined && !isDirty(context),
  },
});

export const entityFormMachine = formSetup.createMachine({
  id: 'entityForm',
  context: ({ input }) => {
    const begin = input.existing ?? input.blank;
    const values = begin?.values ?? EMPTY;
    return {
      id: input.existing?.id,
      revision: input.existing?.revision,
      templateId: begin?.templateId ?? '',
      values,
      saved: values,
      errors: {},
      failure: '',
      storedRevision: undefined,
      savedId: undefined,
      leaveTarget: undefined,
    };
  },
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'isTypeKnown', target: 'editing' }, { target: 'choosingType' }],
    },
    choosingType: {
      on: {
        'type.chosen': {
          target: 'editing',
          // Changing the type keeps the typed name and description.
          actions: assign(({ context, event }) => {
            const { description } = context.values;
            const values = { name: event.name, description, config: event.defaults };
            const name = event.isProposal ? event.name : '';
            return {
              templateId: event.templateId,
              values,
              saved: { ...EMPTY, name, config: event.defaults },
            };
          }),
        },
        'form.left': { target: 'closed', actions: 'rememberTarget' },
      },
    },
    editing: {
      on: {
        'type.reconsidered': {
          guard: ({ context }) => context.id === undefined,
          target: 'choosingType',
          actions: assign({ errors: {}, failure: '' }),
        },
        'field.changed': {
          actions: assign(({ context, event }) => ({
            values: { ...context.values, [event.field]: event.value },
            errors: removeErrors(context.errors, (field) => field === event.field),
          })),
        },
        'config.changed': {
          actions: assign(({ context, event }) => {
            const changed = listChangedKeys(context.values.config, event.config);
            return {
              values: { ...context.values, config: event.config },
              errors: removeErrors(context.errors, (field) =>
                changed.some((key) => field === `config.${key}` || field.startsWith(`config.${key}.`)),
              ),
            };
          }),
        },
        'form.submitted': [
          { guard: 'hasNothingToSave' },
          // Required fields are checked by the service, which reports all at once.
          { target: 'saving', actions: assign({ errors: {}, failure: '' }) },
        ],
        'form.left': [
          { guard: 'losesInput', target: 'confirmingLeave', actions: 'rememberTarget' },
          { target: 'closed', actions: 'rememberTarget' },
        ],
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({
          id: context.id,
          templateId: context.templateId,
          values: context.values,
          revision: context.revision,
        }),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'saved',
            target: 'closed',
            actions: assign(({ context, event }) =>
              event.output.kind === 'saved'
                ? {
                    id: event.output.id,
                    revision: event.output.revision,
                    saved: context.values,
                    savedId: event.output.id,
                  }
                : {},
            ),
          },
          {
            guard: ({ event }) => event.output.kind === 'stale',
            target: 'stale',
            actions: assign(({ event }) =>
              event.output.kind === 'stale' ? { storedRevision: event.output.storedRevision } : {},
            ),
          },
          {
            target: 'editing',
            actions: assign(({ event }) =>
              event.output.kind === 'refused'
                ? { errors: event.output.errors, failure: event.output.message }
                : {},
            ),
          },
        ],
        onError: {
          target: 'editing',
          actions: assign({ failure: 'The service could not be reached. Nothing was saved; try again.' }),
        },
      },
    },
    stale: {
      on: {
        'stale.overwrite': {
          target: 'saving',
          actions: assign(({ context }) => ({ revision: context.storedRevision })),
        },
        'stale.keepEditing': 'editing',
      },
    },
    confirmingLeave: {
      on: { 'leave.confirmed': 'closed', 'leave.declined': { target: 'editing', actions: 'rememberTarget' } },
    },
    closed: {
      type: 'final',
      entry: {
        type: 'close',
        params: ({ context }) => ({ id: context.savedId, target: context.leaveTarget }),
      },
    },
  },
});
