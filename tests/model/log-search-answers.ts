import { setup } from 'xstate';
import { defineModel } from '../../machines/model.ts';

/**
 * What comes back for a question of Log Search: rows and a count, each by itself. A newer question cancels what is
 * under way. The product needs no such machine: the cache of answers holds these states.
 */
export type AnswersEvent =
  | { type: 'query.asked' }
  | { type: 'rows.found' }
  | { type: 'rows.failed' }
  | { type: 'rows.retried' }
  | { type: 'count.done' }
  /** With a file that could not be read. */
  | { type: 'count.partly' }
  | { type: 'count.failed' };

const answersMachine = setup({ types: { events: {} as AnswersEvent } }).createMachine({
  id: 'logSearchAnswers',
  type: 'parallel',
  states: {
    rows: {
      initial: 'searching',
      on: { 'query.asked': '.searching' },
      states: {
        searching: { on: { 'rows.found': 'found', 'rows.failed': 'failed' } },
        found: {},
        failed: { on: { 'rows.retried': 'searching' } },
      },
    },
    count: {
      initial: 'counting',
      on: { 'query.asked': '.counting' },
      states: {
        counting: { on: { 'count.done': 'done', 'count.partly': 'partly', 'count.failed': 'failed' } },
        done: {},
        partly: {},
        failed: {},
      },
    },
  },
});

export const answersModel = defineModel({
  name: 'Answers of Log Search',
  machine: answersMachine,
  vocabulary: [
    { type: 'query.asked' },
    { type: 'rows.found' },
    { type: 'rows.failed' },
    { type: 'rows.retried' },
    { type: 'count.done' },
    { type: 'count.partly' },
    { type: 'count.failed' },
  ],
  key: ({ value }) => `${value.rows} / ${value.count}`,
});
