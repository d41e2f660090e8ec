import type { GalleryPage } from '../gallery.ts';
import { type ProgressPhase, ProgressStrip } from './progress-strip.tsx';

const LABELS = ['Queued', 'Validating', 'Starting', 'Draining v3', 'Running'];
const upTo = (current: number, state: ProgressPhase['state'] = 'current'): ProgressPhase[] =>
  LABELS.map((label, index) => ({
    label,
    state: index < current ? 'done' : index === current ? state : 'waiting',
    time: index < current ? `${(index + 1) * 12} ms` : undefined,
  }));

const REASON = {
  title: "'Edge syslog' cannot start: port 5514 on 127.0.0.1 is taken",
  causes: ['Another program listens on the port'],
  resolutions: ['Choose another port', 'End the other program and deploy again'],
};

export default {
  title: 'Progress strip',
  states: [
    {
      name: 'under way',
      render: () => (
        <ProgressStrip title="Deploying v4" tone="info" shape="pending" phases={upTo(2)} elapsed="3s" />
      ),
    },
    {
      name: 'just begun',
      render: () => (
        <ProgressStrip title="Deploying v4" tone="info" shape="pending" phases={upTo(0)} elapsed="0s" />
      ),
    },
    {
      name: 'without phases',
      render: () => <ProgressStrip title="Pausing" tone="info" shape="pending" elapsed="2s" />,
    },
    {
      name: 'overdue',
      render: () => (
        <ProgressStrip
          title="Deploying v4 takes too long"
          tone="warn"
          shape="triangle"
          phases={upTo(2)}
          elapsed="1m 18s"
          reason={{
            title: 'No end was heard of for 75 s.',
            causes: ['The service may have stopped, or this window has no connection to it'],
            resolutions: ['Cancel it, or see whether the service runs'],
          }}
        />
      ),
    },
    {
      name: 'done',
      render: () => (
        <ProgressStrip title="v4 runs" tone="ok" shape="check" phases={upTo(5)} elapsed="840 ms" />
      ),
    },
    {
      name: 'rolled back',
      render: () => (
        <ProgressStrip
          title="v4 could not be deployed; v3 runs on"
          tone="warn"
          shape="rolledBack"
          phases={upTo(2, 'failed')}
          reason={REASON}
        />
      ),
    },
    {
      name: 'failed',
      render: () => (
        <ProgressStrip
          title="v1 could not be deployed"
          tone="err"
          shape="octagon"
          phases={upTo(2, 'failed')}
          reason={REASON}
        />
      ),
    },
    {
      name: 'long texts',
      render: () => (
        <ProgressStrip
          title="v4 could not be deployed"
          tone="err"
          shape="octagon"
          reason={{
            title: `'Archive' cannot start: ${'/var/lib/penstock-data/'.repeat(12)}out.ndjson cannot be written`,
            causes: [
              'The folder does not exist or may not be written to by the user the service runs as, or the disk is mounted read-only',
            ],
            resolutions: ['Choose another path'],
          }}
        />
      ),
    },
  ],
} satisfies GalleryPage;
