import { type ReactNode, useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { type PastNotice, ToastHistory } from './toast-history.tsx';
import { type Toast, ToastList } from './toast-list.tsx';

const AT = new Date(2026, 0, 21, 14, 32, 8).getTime();
const MINUTE = 60_000;
const LONG =
  'The pipeline k8s-audit-reduce could not be deployed: the destination s3-audit refused the last batch of 512 events because the bucket is not writable, and the buffer is nearly full.';

const toast = (id: string, more: Partial<Toast>): Toast => ({
  id,
  message: 'Pipeline saved',
  status: 'success',
  timestamp: AT,
  ...more,
});

const Corner = ({ children }: { children: ReactNode }) => (
  <div style={{ transform: 'translate(0)', blockSize: '100%' }}>{children}</div>
);

function Owner({ initial }: { initial: readonly Toast[] }) {
  const [toasts, setToasts] = useState(initial);
  return (
    <Corner>
      <ToastList
        toasts={toasts}
        detailsKeys="g e"
        onClose={(id) => setToasts((now) => now.filter((one) => one.id !== id))}
        onShowDetails={() => undefined}
      />
    </Corner>
  );
}

const state = (name: string, heightPx: number, toasts: readonly Toast[]) => ({
  name,
  heightPx,
  render: () => <Owner initial={toasts} />,
});

const PAST: PastNotice[] = [
  { id: 'p1', title: 'Pipeline saved', status: 'success', timestamp: AT, count: 1, hasDetails: false },
  { id: 'p2', title: LONG, status: 'error', timestamp: AT - MINUTE, count: 3, hasDetails: true },
  {
    id: 'p3',
    title: 'Site is inactive',
    status: 'warning',
    timestamp: AT - MINUTE,
    count: 1,
    hasDetails: false,
  },
  {
    id: 'p4',
    title: 'Theme is light',
    status: 'info',
    timestamp: AT - MINUTE,
    count: 140,
    hasDetails: false,
  },
];
const MANY: PastNotice[] = Array.from({ length: 40 }, (_, index) => ({
  id: `m${index}`,
  title: `Pipeline web-${index} deployed`,
  status: 'success',
  timestamp: AT - index * MINUTE,
  count: 1,
  hasDetails: false,
}));

const history = (name: string, notices: readonly PastNotice[]) => ({
  name,
  isAlone: true,
  render: () => (
    <ToastHistory open notices={notices} onClose={() => undefined} onShowDetails={() => undefined} />
  ),
});

export default {
  title: 'Toasts',
  states: [
    state('every status', 320, [
      toast('info', { status: 'info', message: 'Theme is light' }),
      toast('success', {}),
      toast('warning', { status: 'warning', message: 'The site is inactive: nothing flows.' }),
      toast('error', { status: 'error', message: 'The pipeline could not be saved' }),
    ]),
    state('with time, going away by itself', 140, [
      toast('timed', { showTimestamp: true, shouldTimeout: true }),
    ]),
    state('longer than two lines', 180, [
      toast('long', { status: 'error', message: LONG, showTimestamp: true }),
    ]),
    state('one word without a break', 180, [
      toast('word', { status: 'error', message: `ENOENT:/var/lib/${'penstock-data/'.repeat(20)}` }),
    ]),
    state('with causes', 180, [
      toast('causes', { status: 'error', message: 'The pipeline could not be saved', hasDetails: true }),
    ]),
    history('history', PAST),
    history('history, empty', []),
    history('history, many', MANY),
  ],
} satisfies GalleryPage;
