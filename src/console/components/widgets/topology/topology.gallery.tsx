import type { GalleryPage } from '../gallery.ts';
import { Topology, type TopologyNode } from './topology.tsx';

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
): TopologyNode => ({ id, column, bytes, health, name, href: `#${id}` });

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
  { from: 'edge syslog', to: 'Firewall', bytes: 8.1e9 },
  { from: 'app logs', to: 'Web', bytes: 2.4e9 },
  { from: 'billing', to: 'Billing events', bytes: 6e7 },
  { from: 'Firewall', to: 'Archive', bytes: 1.7e9 },
  { from: 'Web', to: 'Archive', bytes: 2e8 },
  { from: 'Web', to: 'Search', bytes: 9e8 },
  { from: 'Billing events', to: 'Dead receiver', bytes: 0 },
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
            { from: 'source', to: name, bytes: at * 4e7 },
            { from: name, to: 'archive', bytes: at * 1e7 },
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
          links={[
            { from: 's', to: 'p', bytes: 0 },
            { from: 'p', to: 'd', bytes: 0 },
          ]}
          summary="1 source, 1 pipeline, 1 destination."
          onFollow={() => {}}
        />
      ),
    },
  ],
} satisfies GalleryPage;
