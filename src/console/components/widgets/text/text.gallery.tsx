import {
  formatByteRate,
  formatBytes,
  formatCount,
  formatDateTime,
  formatPercent,
} from '../../../lib/format.ts';
import type { GalleryPage } from '../gallery.ts';
import { Figure } from './figure.tsx';
import { formatInitials } from './initials.ts';
import { Missing } from './missing.tsx';

const PEOPLE = ['Mara Hollis', 'mara@example.org', 'Mara', 'Ana Maria de Souza', '李 小龍', ''];
const FIGURES = {
  bytes: formatBytes(1.84e12),
  'no bytes': formatBytes(0),
  rate: formatByteRate(511.2e6),
  count: formatCount(1_234_567),
  percent: formatPercent(67.2),
  growth: formatPercent(-38.4),
  'no value': undefined,
};
const rows = { display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '4px 24px' };

export default {
  title: 'Text',
  states: [
    {
      name: 'figures',
      render: () => (
        <dl style={rows}>
          {Object.entries(FIGURES).map(([name, figure]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>
                <Figure figure={figure} />
              </dd>
            </div>
          ))}
        </dl>
      ),
    },
    {
      name: 'initials',
      render: () => (
        <dl style={rows}>
          {PEOPLE.map((name) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name || 'nobody'}</dt>
              <dd>{formatInitials(name) || <Missing />}</dd>
            </div>
          ))}
        </dl>
      ),
    },
    { name: 'missing', render: () => <Missing /> },
    { name: 'date and time', render: () => formatDateTime(new Date(2026, 0, 21, 14, 32, 8).getTime()) },
  ],
} satisfies GalleryPage;
