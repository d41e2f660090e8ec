import { formatByteRate, formatBytes, formatCount, formatPercent } from '../../../lib/format.ts';
import type { GalleryPage } from '../gallery.ts';
import { type Metric, MetricStrip } from './metric-strip.tsx';
import { PercentBar } from './percent-bar.tsx';
import { Sparkline } from './sparkline.tsx';

const VALUES = Array.from({ length: 40 }, (_, index) => 8 + Math.sin(index / 4) * 3);

const METRICS: Metric[] = [
  { id: 'o', label: 'Optimization', figure: formatPercent(67.2), sub: '1.24 TB saved' },
  { id: 'i', label: 'Total Input', figure: formatBytes(1.84e12), sub: '511.2 MB/s now', spark: VALUES },
  {
    id: 'u',
    label: 'Total Output',
    figure: formatBytes(603e9),
    sub: '167.6 MB/s now',
    spark: VALUES.map((value, index) => (index > 18 && index < 24 ? null : value)),
    sparkTone: 'accent',
  },
  { id: 'e', label: 'Pipeline Errors', figure: formatCount(3), tone: 'err', sub: '1 error, 2 warnings' },
];

const bar = (percent: number | null | undefined) => () => (
  <div style={{ width: 320 }}>
    <PercentBar percent={percent} />
  </div>
);

export default {
  title: 'Metrics',
  states: [
    { name: 'strip', render: () => <MetricStrip label="Site totals" metrics={METRICS} /> },
    {
      name: 'strip that leads on',
      render: () => (
        <MetricStrip
          label="Pipeline totals"
          metrics={METRICS.map((metric) => ({
            ...metric,
            leadsTo: 'Opens analytics',
            onPress: () => undefined,
          }))}
        />
      ),
    },
    {
      name: 'strip without values',
      render: () => (
        <MetricStrip
          label="No totals"
          metrics={METRICS.map(({ id, label }) => ({ id, label, figure: undefined }))}
        />
      ),
    },
    {
      name: 'strip with a warning',
      render: () => (
        <MetricStrip
          label="Rates"
          metrics={[
            { id: 'r', label: 'Buffered', figure: formatByteRate(12_345), tone: 'warn', sub: 'full in 4m' },
          ]}
        />
      ),
    },
    { name: 'percent 67', render: bar(67.24) },
    { name: 'percent 0', render: bar(0) },
    { name: 'percent 100', render: bar(100) },
    { name: 'percent just under 100', render: bar(99.99) },
    { name: 'percent in the tolerance reads 0', render: bar(-1.5) },
    { name: 'percent growth', render: bar(-38.4) },
    { name: 'percent growth beyond 100', render: bar(-1540) },
    { name: 'percent missing', render: bar(null) },
    {
      name: 'percent on the cursor row',
      render: () => (
        <div style={{ width: 320 }}>
          <PercentBar percent={54} strong />
        </div>
      ),
    },
    { name: 'sparkline', render: () => <Sparkline values={VALUES} tone="accent" /> },
  ],
} satisfies GalleryPage;
