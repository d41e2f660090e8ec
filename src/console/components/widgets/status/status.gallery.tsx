import type { GalleryPage } from '../gallery.ts';
import { Badge, type BadgeTone, CountBadge, Tag } from './badge.tsx';
import { StatusBadge, type StatusBadgeProps } from './status-badge.tsx';

const STATUSES: StatusBadgeProps[] = [
  { label: 'Deployed', tone: 'ok', shape: 'check' },
  { label: 'Deployed', tone: 'warn', shape: 'rolledBack', note: 'rolled back' },
  { label: 'Deploying', tone: 'info', shape: 'pending' },
  { label: 'Error', tone: 'err', shape: 'octagon' },
  { label: 'Paused', tone: 'text2', shape: 'paused' },
  { label: 'Pausing', tone: 'info', shape: 'pending' },
  { label: 'Bypassed', tone: 'text2', shape: 'bypassed' },
  { label: 'Bypassing', tone: 'info', shape: 'pending' },
  { label: 'Not Deployed', tone: 'text2', shape: 'dashed' },
  { label: 'Deleting', tone: 'info', shape: 'pending' },
  { label: 'Deleted', tone: 'text2', shape: 'deleted' },
  { label: 'Cancelling', tone: 'info', shape: 'pending' },
];
const TONES: BadgeTone[] = ['neutral', 'ok', 'warn', 'err', 'info', 'accent'];

const list = (look: 'text' | 'pill') => () => (
  <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, max-content)', gap: 16 }}>
    {STATUSES.map((status) => (
      <StatusBadge key={`${status.label}${status.note ?? ''}`} {...status} look={look} />
    ))}
  </div>
);

export default {
  title: 'Status',
  states: [
    { name: 'status as text', render: list('text') },
    { name: 'status as pill', render: list('pill') },
    {
      name: 'badges',
      render: () => (
        <div style={{ display: 'flex', gap: 8 }}>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      ),
    },
    {
      name: 'counts',
      render: () => (
        <div style={{ display: 'flex', gap: 8 }}>
          {[1, 31, 99, 100].map((count) => (
            <CountBadge key={count} count={count} label="errors" tone={count > 99 ? 'err' : 'neutral'} />
          ))}
        </div>
      ),
    },
    { name: 'tag', render: () => <Tag>v14 - audit-trim-2</Tag> },
  ],
} satisfies GalleryPage;
