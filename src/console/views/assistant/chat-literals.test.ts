import { expect, test } from 'vitest';
import { CHAT_FAULT_TEXTS, chatConnectionMachine } from '../../../../machines/chat-connection/index.ts';
import { CHAT_TEXTS } from '../../../../machines/chat-conversation/index.ts';
import {
  CHAT_DRAW_MS,
  CHAT_FUNCTION_TYPES,
  CHAT_NODE_UPDATE_MS,
  CHAT_PATH,
  CHAT_RECONNECTS,
  CHAT_RESOURCES,
  CHAT_STICK_PX,
  chatAnswerSchema,
  chatRequestSchema,
  FEEDBACK_GOOD,
  FEEDBACK_REASONS,
} from '../../../contract/assistant.ts';
import { keptMessageSchema } from '../../../contract/entities/conversation.ts';
import { RENDER_FAILED } from '../../app/errors/render-failed.ts';
import { assistantCommands } from './assistant.commands.ts';
import { hasKnownRange } from './screen-context.ts';

const titleOf = (id: string) => assistantCommands.find((one) => one.id === id)?.title;

test.each([
  ['R2.7-02', CHAT_TEXTS.greeting, 'Hi, I am your pipeline assistant.'],
  ['R2.7-03', CHAT_TEXTS.start, 'Get started by asking me a question'],
  ['R2.7-04', CHAT_TEXTS.startWithPrompts, ' or selecting one of the prompts below'],
  ['R2.7-06', CHAT_TEXTS.connecting, 'Please wait while we are connecting....'],
  ['R2.7-10', CHAT_TEXTS.placeholder, 'Ask me anything...'],
  ['R2.7-13', titleOf('assistant.stop'), 'Stop'],
  ['R2.7-14', CHAT_TEXTS.down, 'We are currently down for maintenance.'],
  [
    'R2.7-15',
    CHAT_TEXTS.downMore,
    'We apologize for any inconvenience caused, we should be back shortly. Thanks for your patience.',
  ],
  ['R2.7-20', CHAT_TEXTS.rated, 'Thanks for your feedback'],
  ['R2.7-21', CHAT_TEXTS.feedbackTitle, 'Provide Additional Feedback'],
  ['R2.7-27', RENDER_FAILED.title, 'Oops, something went wrong!'],
  [
    'R2.7-22, R2.7-37, R9-33',
    FEEDBACK_REASONS,
    ["Didn't follow instructions", 'Incorrect response', 'Partially correct response'],
  ],
  ['R9-34', FEEDBACK_GOOD, 'Everything looks good'],
  ['R2.7-35', CHAT_RESOURCES, ['', 'pipeline', 'source', 'sink']],
  ['R4-120, R8-54', CHAT_FAULT_TEXTS['given-up'], 'Failed to establish a connection'],
  ['R8-51', CHAT_FAULT_TEXTS.error, 'Socket: Connection error'],
  ['R8-52', CHAT_FAULT_TEXTS.unreadable, 'Socket: Unable to parse the received data'],
  ['R8-53', CHAT_FAULT_TEXTS.unsent, 'Socket: Unable to send the given data'],
  ['R9-26', [CHAT_RECONNECTS, chatConnectionMachine.id], [10, 'chatConnection']],
  ['R9-28', CHAT_DRAW_MS, 16],
  ['R9-29', CHAT_STICK_PX, 50],
  ['R9-30', CHAT_NODE_UPDATE_MS, 100],
  ['R7-74', CHAT_PATH, '/v1/ws/chat'],
  [
    'R3-76',
    Object.keys(chatRequestSchema.def.shape),
    ['siteId', 'functionType', 'message', 'metadata', 'sessionId', 'resource', 'resourceId'],
  ],
  ['R3-75', Object.keys(chatAnswerSchema.def.shape), ['responseChunk', 'functionType', 'metadata']],
  ['R3-74', keptMessageSchema.def.shape.source.def.entries, { User: 'User', System: 'System' }],
  [
    'R3-77, R3-79',
    CHAT_FUNCTION_TYPES,
    [
      'NONE',
      'PIPELINE_CREATE',
      'PIPELINE_UPDATE',
      'PIPELINE_PAUSE',
      'PIPELINE_DELETE',
      'PIPELINE_BYPASS',
      'PIPELINE_DEPLOY',
      'SHOW_PIPELINE_EDIT_MODE',
      'SHOW_PIPELINE_VERSION',
      'MESSAGE_STREAM_ENDED',
      'CHAT_OPTIONS',
      'RESPONSE_FEEDBACK',
      'ADD_PIPELINE_NODE',
      'ABORT_CHAT',
      'FORM_VALUES_APPLIED',
      'GROK_DETECTION',
      'ORION',
    ],
  ],
] as const)('the specification has %s word by word', (_, found, specified) => {
  expect(found).toEqual(specified);
});

test.each([
  ['R2.7-28', '/', '/dashboard', '/pipelines', '/sources', '/destinations'],
  ['R2.7-29', '/hydration', '/hydration/300000000000000001'],
  ['R2.7-30, R2.7-34', '/monitoring', '/monitoring/analytics', '/monitoring/pipelineErrors'],
  ['R2.7-31', '/events', '/events/notifications', '/alerts'],
  ['R2.7-32', '/log-search', '/fleetManager/agents/900000000000000001'],
])('the context knows the screens of %s', (_, ...known) => {
  expect(known.filter((path) => !hasKnownRange(path))).toEqual([]);
});
