import { useState } from 'react';
import type {
  ChartLimit,
  ChartPoint,
  ChartSeries,
  ChartSpan,
  SelectRange,
} from '../../../../charts/types.ts';
import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { LineChart } from './line-chart.tsx';

const START = new Date(2026, 0, 21, 13, 32).getTime();
const MINUTE = 60_000;

const makePoints = (count: number, value: (index: number) => number | null, step = MINUTE): ChartPoint[] =>
  Array.from({ length: count }, (_, index) => ({ time: START + index * step, value: value(index) }));

const wave = (index: number, base: number, swing: number) =>
  Math.round(base + swing * Math.sin(index / 7) + (swing / 4) * Math.sin(index * 1.7));

const three = (count: number, scale: number, step = MINUTE): ChartSeries[] => [
  {
    id: 'in',
    label: 'Input',
    tone: 'in',
    points: makePoints(count, (i) => wave(i, 30 * scale, 2 * scale), step),
  },
  {
    id: 'out',
    label: 'Output',
    tone: 'out',
    area: true,
    points: makePoints(count, (i) => wave(i, 10 * scale, 1.5 * scale), step),
  },
  {
    id: 'drop',
    label: 'Dropped',
    tone: 'drop',
    points: makePoints(count, (i) => wave(i, 20 * scale, scale), step),
  },
];

const NORMAL = three(60, 1e9);
const HUGE = three(60, 3e14);
const MANY = three(2000, 1e6, 15 * MINUTE);
const GAPS: ChartSeries[] = three(60, 1e6).map((one) => ({
  ...one,
  points: one.points
    .filter((_, index) => index < 20 || index > 30)
    .map((point, index) => (index > 38 && index < 43 ? { ...point, value: null } : point)),
}));
const ALONE: ChartSeries[] = three(1, 1e6);
const ZERO: ChartSeries[] = three(60, 1e6).map((one) => ({
  ...one,
  points: one.points.map((point) => ({ ...point, value: 0 })),
}));
/** Ends at zero: value labels meet the time labels. */
const ENDS_AT_ZERO = ZERO.map((one) => ({
  ...one,
  points: one.points.map((point, index) => ({ ...point, value: index === 0 ? 1e6 : 0 })),
}));
const percent = (id: string, label: string, tone: ChartSeries['tone'], base: number): ChartSeries => ({
  id,
  label,
  tone,
  area: tone === 'out',
  points: makePoints(60, (index) => wave(index, base, 3)),
});
const DESTINATIONS = [
  percent('a', 's3-audit', 'in', 76),
  percent('b', 'splunk', 'out', 68),
  percent('c', 'siem-hot', 'drop', 39),
  percent('d', 'prometheus', 'fourth', 96),
];
const GROWTH: ChartSeries[] = [
  { id: 'g', label: 'Optimization', tone: 'out', area: true, points: makePoints(60, (i) => wave(i, 0, 60)) },
];
const LONG = NORMAL.map((one) => ({ ...one, label: `${one.label} of every destination of the site` }));

const LIMITS: readonly ChartLimit[] = [
  { label: 'Fires above 70%', value: 70, tone: 'err' },
  { label: 'Clears at 60%', value: 60, tone: 'text' },
];
const SPANS: readonly ChartSpan[] = [
  { start: START + 10 * MINUTE, end: START + 18 * MINUTE, kind: 'firing' },
  { start: START + 40 * MINUTE, end: START + 46 * MINUTE, kind: 'gap' },
];

const CLOCKS = [0, 2, 5, 13, 15, 28].map((minutes) => {
  const later = (series: readonly ChartSeries[]) =>
    series.map((one) => ({
      ...one,
      points: one.points.map((point) => ({ ...point, time: point.time + minutes * MINUTE })),
    }));
  return { minutes, volume: later(ENDS_AT_ZERO), optimization: later(GROWTH) };
});

function Selectable() {
  const [range, setRange] = useState('No range selected');
  const onSelectRange: SelectRange = (start, end) => {
    setRange(`Selected ${end - start} seconds`);
    return undefined;
  };
  return (
    <>
      <LineChart title="Volume" series={NORMAL} unit="bytes" onSelectRange={onSelectRange} />
      <p>{range}</p>
    </>
  );
}

export default {
  title: 'Chart',
  states: [
    { name: 'three series', render: () => <LineChart title="Volume" series={NORMAL} unit="bytes" /> },
    { name: 'selects a time range', render: () => <Selectable /> },
    {
      name: 'optimisation of four destinations',
      render: () => <LineChart title="Optimization over time" series={DESTINATIONS} unit="percent" />,
    },
    {
      name: 'growth below zero',
      render: () => <LineChart title="Optimization over time" series={GROWTH} unit="percent" />,
    },
    {
      name: 'with a filter',
      render: () => (
        <LineChart
          title="Data Processed"
          series={NORMAL}
          unit="bytes"
          filter={<Button size="small">All</Button>}
        />
      ),
    },
    {
      name: 'last bucket still open',
      render: () => (
        <LineChart
          title="Volume"
          series={NORMAL}
          unit="bytes"
          open={{ since: START + 59 * MINUTE, until: START + 59.5 * MINUTE }}
        />
      ),
    },
    {
      name: 'limits, and parts of the time',
      render: () => (
        <LineChart
          title="Buffer fill"
          series={DESTINATIONS.slice(0, 2)}
          unit="percent"
          limits={LIMITS}
          spans={SPANS}
        />
      ),
    },
    { name: 'one point', render: () => <LineChart title="Volume" series={ALONE} unit="bytes" /> },
    { name: 'gaps', render: () => <LineChart title="Volume" series={GAPS} unit="bytes" /> },
    { name: 'all zero', render: () => <LineChart title="Volume" series={ZERO} unit="bytes" /> },
    { name: 'huge values', render: () => <LineChart title="Volume" series={HUGE} unit="bytes" /> },
    { name: '2000 points', render: () => <LineChart title="Volume" series={MANY} unit="events" /> },
    {
      name: 'names too long for the line ends',
      render: () => <LineChart title="Volume" series={LONG} unit="bytes" />,
    },
    {
      name: 'narrow',
      render: () => (
        <div style={{ width: 300 }}>
          <LineChart title="Volume" series={NORMAL} unit="bytes" />
        </div>
      ),
    },
    {
      name: 'any time of the day',
      render: () =>
        CLOCKS.map(({ minutes, volume, optimization }) => (
          <div key={minutes}>
            <LineChart title={`Volume from :${minutes}`} series={volume} unit="bytes" />
            <LineChart title={`Optimization from :${minutes}`} series={optimization} unit="percent" />
          </div>
        )),
    },
    { name: 'no data', render: () => <LineChart title="Volume" series={[]} unit="bytes" /> },
    { name: 'loading', render: () => <LineChart title="Volume" series={[]} unit="bytes" loading /> },
    {
      name: 'error',
      render: () => (
        <LineChart
          title="Volume"
          series={[]}
          unit="bytes"
          error={{ message: 'The service did not answer in time' }}
          onRetry={() => undefined}
        />
      ),
    },
  ],
} satisfies GalleryPage;
