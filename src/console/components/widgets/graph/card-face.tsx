import { unit } from '../../../../../styles/text.css.ts';
import type { Figure } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { Sparkline } from '../metrics/sparkline.tsx';
import { Missing } from '../text/missing.tsx';
import { computeWidthBoundEm } from '../text/text-fit.ts';
import * as css from './card.css.ts';
import { type CardMarks, CardPills } from './card-marks.tsx';
import { FULL } from './layout/measures.ts';
import { formatChange } from './node-name.ts';
import type { GraphNodeView } from './types.ts';

/** Characters that fit beside the change: in the narrowest card, plus one per this many px. */
const [LINE_LENGTH, CHARACTER_PX] = [15, 7];

/** `12.3 →` before `8.1 MB/s`, if both have the same unit, differ and fit, and no note is shown. */
const formatInflow = (node: GraphNodeView, out: Figure, width: number): string | undefined => {
  const { throughputIn } = node;
  if (node.disabled || node.problem) return undefined;
  if (!throughputIn || throughputIn.unit !== out.unit || throughputIn.value === out.value) return undefined;
  const length = throughputIn.value.length + out.value.length + out.unit.length;
  return length <= LINE_LENGTH + (width - FULL.width) / CHARACTER_PX
    ? `${throughputIn.value}\u2009→\u2009`
    : undefined;
};

function Throughput({ node, width }: { node: GraphNodeView; width: number }) {
  if (!node.throughput) return <Missing />;
  const inflow = formatInflow(node, node.throughput, width);
  return (
    <span>
      {inflow && <span className={css.inflow}>{inflow}</span>}
      {node.throughput.value}
      <span className={unit}>{node.throughput.unit}</span>
    </span>
  );
}

function Aside({ node }: { node: GraphNodeView }) {
  if (node.problem) {
    return (
      <span className={css.note} data-warn="">
        <StatusShape shape="triangle" tone="warn" size={12} />
        {node.problem}
      </span>
    );
  }
  if (node.disabled) {
    return (
      <span className={css.note} data-off="">
        <Icon name="ban" />
        Disabled
      </span>
    );
  }
  if (node.change === undefined) return null;
  return (
    <span className={css.change} data-smaller={node.change < -0.05 ? '' : undefined}>
      {formatChange(node.change)}
    </span>
  );
}

/** Width of borders, padding and icon. */
const BESIDE_PX = 52;
const [TITLE_PX, KIND_PX] = [13, 12];

/** Cards scale with the text, so checking the base size is enough. */
const isFittingCard = ({ title, typeLabel }: GraphNodeView, width: number): boolean =>
  Math.max(computeWidthBoundEm(title) * TITLE_PX, computeWidthBoundEm(typeLabel) * KIND_PX) <=
  width - BESIDE_PX;

type CardFaceProps = {
  node: GraphNodeView;
  marks: CardMarks;
  hasSpark: boolean;
  /** The name has one line. */
  isNameCut: boolean;
  width: number;
};

/** The visual part; the accessible name of the card repeats all of it. */
export function CardFace({ node, marks, hasSpark, isNameCut, width }: CardFaceProps) {
  return (
    <span className={css.face} aria-hidden="true">
      {node.kind !== 'source' && <span className={css.port} data-side="in" />}
      {node.kind !== 'sink' && <span className={css.port} data-side="out" />}
      <Icon name={node.icon} className={css.icon} />
      <span className={css.words} data-fits={isFittingCard(node, width) ? '' : undefined}>
        <span className={isNameCut ? css.title : css.wholeTitle} title={node.title}>
          {node.title}
        </span>
        {isNameCut && <br />}
        <span className={css.kind}>{node.typeLabel}</span>
      </span>
      <span className={css.figures}>
        <Throughput node={node} width={width} />
        <Aside node={node} />
      </span>
      <CardPills node={node} marks={marks} />
      {hasSpark && (
        <span className={css.spark}>
          <Sparkline values={node.spark ?? []} width={width} height={20} />
        </span>
      )}
    </span>
  );
}
