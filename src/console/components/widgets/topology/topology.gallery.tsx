import { formatByteRate, formatFigure } from '../../../lib/format.ts';
import type { GalleryPage } from '../gallery.ts';
import { Topology } from './topology.tsx';
import type { TopologyNode } from './types.ts';

const healthy = { label: 'Healthy', shape: 'check', tone: 'ok' } as const;
const failing = { label: 'Failing', shape: 'octagon', tone: 'err' } as const;
const atRisk = { label: 'At risk', shape: 'triangle', tone: 'warn' } as const;
const still = { label: 'Not running', shape: 'dashed', tone: 'text3' } as const;

const node = (
  id: string,
  column: TopologyNode['column'],
  bytes: number,
  health: TopologyNode['health'] = healthy,
  name = id,
): TopologyNode => ({ id, column, health, name, href: `#${id}`, rate: formatFigure(formatByteRate(bytes)) });
const link = (from: string, to: string, bytes: number) => ({
  ...{ from, to, bytes },
  text: formatFigure(formatByteRate(bytes)),
});

const nodes = [
  node('edge syslog', 0, 8.1e9),
  node('app logs', 0, 2.4e9),
  node('billing', 0, 6e7),
  node('Firewall', 1, 8.1e9),
  node('Web', 1, 2.4e9, atRisk),
  node('Billing events', 1, 6e7, failing),
  node('Archive', 2, 1.9e9),
  node('Search', 2, 9e8),
  node('Dead receiver', 2, 0, failing),
];
const links = [
  link('edge syslog', 'Firewall', 8.1e9),
  link('app logs', 'Web', 2.4e9),
  link('billing', 'Billing events', 6e7),
  link('Firewall', 'Archive', 1.7e9),
  link('Web', 'Archive', 2e8),
  link('Web', 'Search', 9e8),
  {
    ...link('Billing events', 'Dead receiver', 0),
    waiting: { text: '1.4K events waiting, 6 MB', isBlocked: true },
  },
];
const drops = [
  { at: 'Firewall', bytes: 6e9, text: '6 GB/s dropped' },
  { at: 'Web', bytes: 1e9, text: '1 GB/s dropped' },
];
const many = Array.from({ length: 12 }, (_, at) => `pipeline ${at + 1}`);

export default {
  title: 'Topology',
  states: [
    {
      name: 'trouble',
      render: () => (
        <Topology
          nodes={nodes}
          links={links}
          drops={drops}
          summary="3 sources, 3 pipelines, 3 destinations. 2 of the pipelines need attention."
          onFollow={() => {}}
        />
      ),
    },
    {
      name: 'many pipelines of one source',
      render: () => (
        <Topology
          nodes={[node('source', 0, 5e9), ...many.map((name) => node(name, 1, 4e8)), node('archive', 2, 1e9)]}
          links={many.flatMap((name, at) => [
            link('source', name, at * 4e7),
            link(name, 'archive', at * 1e7),
          ])}
          summary="1 source, 12 pipelines, 1 destination."
          onFollow={() => {}}
        />
      ),
    },
    {
      name: 'long names, nothing flows',
      render: () => (
        <Topology
          nodes={[
            node('s', 0, 0, still, 'A source with a name that is much longer than its card can be wide'),
            node('p', 1, 0, still, 'A pipeline with a name that is much longer than its card can be wide'),
            node('d', 2, 0, still, 'A destination with a name that is much longer than its card can be wide'),
          ]}
          links={[link('s', 'p', 0), link('p', 'd', 0)]}
          summary="1 source, 1 pipeline, 1 destination."
          onFollow={() => {}}
        />
      ),
    },
  ],
} satisfies GalleryPage;
