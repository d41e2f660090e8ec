import { ICON_NAMES } from '../../../lib/icons/icon-names.ts';
import type { GalleryPage } from '../gallery.ts';
import { Icon } from './icon.tsx';
import { type ShapeName, StatusShape, type Tone } from './status-shape.tsx';

const SIZES = ['xs', 's', 'm', 'l'] as const;
const SHAPES: [ShapeName, Tone, string][] = [
  ['check', 'ok', 'Deployed'],
  ['rolledBack', 'warn', 'Rolled back'],
  ['pending', 'info', 'Deploying'],
  ['octagon', 'err', 'Error'],
  ['paused', 'text2', 'Paused'],
  ['bypassed', 'text2', 'Bypassed'],
  ['dashed', 'text2', 'Not deployed'],
  ['deleted', 'text2', 'Deleted'],
  ['triangle', 'warn', 'Warning'],
  ['info', 'info', 'Information'],
];
const grid = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 12 };
const line = { display: 'flex', alignItems: 'center', gap: 8 };

const shapes = (size: number) => () => (
  <div style={grid}>
    {SHAPES.map(([shape, tone, word]) => (
      <span key={shape} style={line}>
        <StatusShape shape={shape} tone={tone} size={size} />
        {word}
      </span>
    ))}
  </div>
);

export default {
  title: 'Icons',
  states: [
    {
      name: 'every icon',
      render: () => (
        <div style={grid}>
          {ICON_NAMES.map((name) => (
            <span key={name} style={line}>
              <Icon name={name} />
              {name}
            </span>
          ))}
        </div>
      ),
    },
    {
      name: 'sizes',
      render: () => (
        <span style={line}>
          {SIZES.map((size) => (
            <Icon key={size} name="pipeline" size={size} />
          ))}
        </span>
      ),
    },
    { name: 'status shapes', render: shapes(14) },
    { name: 'status shapes, small', render: shapes(12) },
    {
      name: 'status shape that stands alone',
      render: () => <StatusShape shape="check" tone="ok" label="Deployed" />,
    },
  ],
} satisfies GalleryPage;
