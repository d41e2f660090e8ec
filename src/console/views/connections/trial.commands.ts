import {
  findCaptureRefusal,
  NO_TEST_ON_COLLECTORS,
  refuseOnCollectors,
} from '../../../contract/collector-refusals.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';
import { KINDS } from '../../components/connection-form/kinds.ts';
import { openTest } from '../../components/connection-windows/connection-window.ts';
import { toTestSubject } from '../../components/connection-windows/run-test.ts';
import { createExistingArgument, findConnection } from './connections.commands.ts';
import { getListScope } from './create.commands.ts';

const createTestCommand = (kind: ConnectionKind): Command => {
  const { noun } = KINDS[kind];
  const lower = noun.toLowerCase();
  return {
    id: `${kind}.test`,
    title: `Test ${lower}`,
    group: kind === 'source' ? 'Source' : 'Destination',
    icon: 'play',
    keywords: ['try', 'check', 'connection', 'send'],
    keys: 'Shift+t',
    scope: getListScope(kind),
    bar: 'Test',
    args: [createExistingArgument(kind)],
    enabled: (ctx, args) =>
      findConnection(ctx, kind, args)
        ? (refuseOnCollectors(ctx.site, NO_TEST_ON_COLLECTORS) ?? true)
        : `Choose a ${lower} first`,
    run: (ctx, args) => {
      const connection = findConnection(ctx, kind, args);
      if (connection) openTest(toTestSubject(kind, connection));
    },
    calls: [kind === 'source' ? 'testSource' : 'testSink'],
  };
};

const readCapture = (ctx: CommandContext) => ctx.scopes['sources.list']?.capture;

export const trialCommands = defineCommands([
  createTestCommand('source'),
  createTestCommand('destination'),
  {
    id: 'source.capture',
    title: (ctx) => (readCapture(ctx)?.isRunning ? 'Stop capture' : 'Capture live data'),
    listTitle: 'Capture live data, or stop it',
    group: 'Source',
    icon: 'record',
    keywords: ['tap', 'events', 'watch', 'live', 'end'],
    keys: 'l',
    scope: 'sources.list',
    bar: 'Capture',
    enabled: (ctx) => {
      const capture = readCapture(ctx);
      if (!capture) return 'Open a source first';
      if (capture.isRunning) return true;
      const refusal = findCaptureRefusal(ctx.site);
      if (refusal !== undefined) return refusal;
      return capture.canCapture ? true : 'No deployed pipeline uses this source, so no events come in';
    },
    run: (ctx) => {
      const capture = readCapture(ctx);
      if (capture?.isRunning) capture.stop();
      else capture?.start();
    },
    calls: ['startCapture', 'stopCapture'],
  },
]);
