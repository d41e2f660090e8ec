import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { type EventChange, EventDiff } from './event-diff.tsx';
import { EventEffect } from './event-effect.tsx';
import { EventList } from './event-list.tsx';
import { EVENT_STATUSES, type EventStatus, EventStatusMark } from './event-status.tsx';
import { StatusFilter } from './status-filter.tsx';

const AUDIT = {
  kind: 'Event',
  stage: 'ResponseComplete',
  verb: 'update',
  managedFields: Array.from({ length: 12 }, (_, at) => ({ manager: `kubelet-${at}`, operation: 'Update' })),
  objectRef: { resource: 'leases', namespace: 'kube-node-lease', name: 'node-a-14' },
  userAgent: 'kubelet/v1.31.2 (linux/amd64) kubernetes/1a9feb5',
  code: 200,
};
const { managedFields: _managedFields, ...TRIMMED } = AUDIT;
const text = (value: unknown) => JSON.stringify(value);

const JSON_CHANGE: EventChange = {
  status: 'MODIFIED',
  before: text(AUDIT),
  after: [
    text({
      ...TRIMMED,
      userAgent: 'kubelet/v1.31.2',
      objectRef: { resource: 'leases', name: 'node-a-14' },
      region: 'eu-central-1',
    }),
  ],
};
const SSHD =
  'Dec 10 06:55:48 LabSZ sshd[24200]: Failed password for invalid user webmaster from 173.234.31.186';
const RAW_CHANGE: EventChange = {
  status: 'MODIFIED',
  before: SSHD,
  after: [SSHD.replace('173.234.31.186', '***').replace('webmaster', '<user>')],
};
const PARSED_CHANGE: EventChange = {
  status: 'MODIFIED',
  before: SSHD,
  after: [text({ timestamp: 'Dec 10 06:55:48', host: 'LabSZ', program: 'sshd', pid: 24200, message: SSHD })],
};

type Layout = 'split' | 'unified';
const one = (change: EventChange, layout: Layout) => (
  <div style={{ display: 'flex', height: '100%', maxWidth: layout === 'unified' ? 380 : undefined }}>
    <EventDiff
      label="Event 7 at Trim bulk fields"
      change={change}
      layout={layout}
      from="from Drop health probes"
      to="Trim bulk fields"
    />
  </div>
);

const MANY = Array.from({ length: 1000 }, (_, index) => ({
  key: `${index}`,
  index,
  status: EVENT_STATUSES[index % 7 === 0 ? 2 : index % 61 === 0 ? 3 : index % 3 === 0 ? 0 : 1] as EventStatus,
  text: `${SSHD} port ${38900 + index} ssh2`,
}));

function Filtered({ count }: { count: number }) {
  const [status, setStatus] = useState<EventStatus>();
  const [selected, setSelected] = useState<string>();
  const events = MANY.slice(0, count);
  const counts = Object.fromEntries(
    EVENT_STATUSES.map((one) => [one, events.filter((event) => event.status === one).length]),
  ) as Record<EventStatus, number>;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, height: '100%', maxWidth: 460 }}>
      <StatusFilter counts={counts} selected={status} onSelect={setStatus} />
      <EventList
        label="Events at Drop failures"
        events={events.filter((event) => status === undefined || event.status === status)}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
}

const page: GalleryPage = {
  title: 'Event diff',
  states: [
    { name: 'fields, side by side', heightPx: 360, render: () => one(JSON_CHANGE, 'split') },
    { name: 'fields, one below the other', heightPx: 420, render: () => one(JSON_CHANGE, 'unified') },
    { name: 'raw line, side by side', heightPx: 200, render: () => one(RAW_CHANGE, 'split') },
    { name: 'raw line, one below the other', heightPx: 240, render: () => one(RAW_CHANGE, 'unified') },
    {
      name: 'effect alone',
      heightPx: 200,
      render: () => (
        <div style={{ maxWidth: 340 }}>
          <EventEffect label="Effect on the last event" change={JSON_CHANGE} />
        </div>
      ),
    },
    { name: 'parsed', heightPx: 280, render: () => one(PARSED_CHANGE, 'split') },
    {
      name: 'unmodified',
      heightPx: 220,
      render: () => one({ status: 'UNMODIFIED', before: SSHD, after: [SSHD], output: 'denied' }, 'split'),
    },
    {
      name: 'dropped',
      heightPx: 300,
      render: () => one({ status: 'DROPPED', before: text(TRIMMED), after: [] }, 'split'),
    },
    {
      name: 'merged',
      heightPx: 300,
      render: () => one({ status: 'MERGED', before: text(TRIMMED), after: [] }, 'split'),
    },
    {
      name: 'error',
      heightPx: 220,
      render: () =>
        one(
          {
            status: 'ERROR',
            before: '{"time":"yesterday"',
            after: ['{"time":"yesterday"'],
            message: "'message' is no JSON: it ends at character 19 in the middle of an object.",
          },
          'split',
        ),
    },
    {
      name: 'split in several',
      heightPx: 360,
      render: () =>
        one(
          {
            status: 'MODIFIED',
            before: '{"items":["a","b"]}',
            after: ['{"items":"a"}', '{"items":"b"}'],
          },
          'split',
        ),
    },
    {
      name: 'very long value',
      heightPx: 300,
      render: () =>
        one(
          {
            status: 'MODIFIED',
            before: text({ body: 'x y '.repeat(2000), id: 1 }),
            after: [text({ id: 1 })],
          },
          'split',
        ),
    },
    { name: 'list of a thousand', heightPx: 320, render: () => <Filtered count={1000} /> },
    { name: 'short list', heightPx: 200, render: () => <Filtered count={4} /> },
    {
      name: 'marks',
      render: () => (
        <div style={{ display: 'flex', gap: 16, flexWrap: 'wrap' }}>
          {EVENT_STATUSES.map((status) => (
            <EventStatusMark key={status} status={status} />
          ))}
        </div>
      ),
    },
  ],
};

export default page;
