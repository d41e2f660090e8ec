import type { CommandContext } from '../../commands/context.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';
import { KINDS } from '../../components/connection-form/kinds.ts';
import { openTest } from '../../components/connection-windows/connection-window.ts';
import { subjectOf } from '../../components/connection-windows/run-test.ts';
import { connectionOf, existingArgument } from './connections.commands.ts';
import { scopeOf } from './create.commands.ts';

const testCommand = (kind: ConnectionKind): Command => {
  const { noun } = KINDS[kind];
  const lower = noun.toLowerCase();
  return {
    id: `${kind}.test`,
    title: `Test ${lower}`,
    group: kind === 'source' ? 'Source' : 'Destination',
    icon: 'play',
    keywords: ['try', 'check', 'connection', 'send'],
    keys: 'Shift+t',
    scope: scopeOf(kind),
    bar: 'Test',
    args: [existingArgument(kind)],
    enabled: (ctx, args) => (connectionOf(ctx, kind, args) ? true : `Choose a ${lower} first`),
    run: (ctx, args) => {
      const connection = connectionOf(ctx, kind, args);
      if (connection) openTest(subjectOf(kind, connection));
    },
    calls: [kind === 'source' ? 'testSource' : 'testSink'],
  };
};

const captureOf = (ctx: CommandContext) => ctx.scopes['sources.list']?.capture;

export const trialCommands = defineCommands([
  testCommand('source'),
  testCommand('destination'),
  {
    id: 'source.capture',
    title: (ctx) => (captureOf(ctx)?.isRunning ? 'Stop capture' : 'Capture live data'),
    listTitle: 'Capture live data, or stop it',
    group: 'Source',
    icon: 'record',
    keywords: ['tap', 'events', 'watch', 'live', 'end'],
    keys: 'l',
    scope: 'sources.list',
    bar: 'Capture',
    enabled: (ctx) => {
      const capture = captureOf(ctx);
      if (!capture) return 'Open a source first';
      if (!capture.isRunning && !capture.canCapture)
        return 'No deployed pipeline uses this source, so no events come in';
      return true;
    },
    run: (ctx) => {
      const capture = captureOf(ctx);
      if (capture?.isRunning) capture.stop();
      else capture?.start();
    },
    calls: ['startCapture', 'stopCapture'],
  },
]);
