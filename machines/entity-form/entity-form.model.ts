import { defineModel, type ModelEvent } from '../model.ts';
import { entityFormMachine } from './entity-form.machine.ts';
import type { EntityFormSnapshot } from './entity-form.selectors.ts';

type FormEvent = ModelEvent<typeof entityFormMachine>;

export const SAVED_ID = '200000000000000001';
const OTHER_REVISION = 7;

const typing: FormEvent[] = [
  { type: 'field.changed', field: 'name', value: 'web' },
  { type: 'field.changed', field: 'name', value: '' },
  { type: 'config.changed', config: { port: 8080 } },
];

const rest: FormEvent[] = [
  { type: 'form.submitted' },
  { type: 'form.left' },
  { type: 'form.left', target: '/pipelines' },
  { type: 'leave.confirmed' },
  { type: 'leave.declined' },
  { type: 'xstate.done.actor.save', output: { kind: 'saved', id: SAVED_ID, revision: 2 } },
  {
    type: 'xstate.done.actor.save',
    output: { kind: 'refused', errors: { 'config.port': 'Port 8080 is taken' }, message: '' },
  },
  { type: 'xstate.done.actor.save', output: { kind: 'refused', errors: {}, message: 'The site is full' } },
  { type: 'xstate.error.actor.save', error: new Error('no answer') },
];

const key = ({ value, context }: EntityFormSnapshot): string =>
  [
    String(value),
    context.templateId || '-',
    `"${context.values.name}"`,
    JSON.stringify(context.values.config),
    Object.keys(context.errors).join('+'),
    context.failure.slice(0, 8),
    `${context.revision ?? '-'}/${context.storedRevision ?? '-'}`,
    context.savedId ?? '',
    context.leaveTarget ?? '',
  ].join(' ');

export const newConnectionModel = defineModel({
  name: 'form of a new connection',
  machine: entityFormMachine,
  input: {},
  vocabulary: [
    { type: 'type.chosen', templateId: 'tcp', defaults: { port: 9000 }, name: '' },
    { type: 'type.reconsidered' },
    ...typing,
    ...rest,
  ],
  key,
});

/** An existing entity, which someone else may change meanwhile. */
export const storedConnectionModel = defineModel({
  name: 'form of a stored connection',
  machine: entityFormMachine,
  input: {
    existing: {
      id: SAVED_ID,
      revision: 1,
      templateId: 'tcp',
      values: { name: 'web', description: '', config: { port: 9000 } },
    },
  },
  vocabulary: [
    ...typing,
    ...rest,
    { type: 'stale.overwrite' },
    { type: 'stale.keepEditing' },
    { type: 'xstate.done.actor.save', output: { kind: 'stale', storedRevision: OTHER_REVISION } },
  ],
  key,
});
