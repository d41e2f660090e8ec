import * as css from './metrics.css.ts';

export type SparkTone = keyof typeof css.sparkTone;

type SparklineProps = {
  /** Time order; `null` is a gap. Decorative. */
  values: readonly (number | null)[];
  width?: number;
  height?: number;
  tone?: SparkTone;
};

type Point = { x: number; y: number };

function splitSegments(values: readonly (number | null)[], width: number, height: number): Point[][] {
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known, 0);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const segments: Point[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) segments.push([]);
    else
      segments
        .at(-1)
        ?.push({ x: index * step, y: height - 1 - (top === 0 ? 0 : (value / top) * (height - 2)) });
  });
  return segments.filter((segment) => segment.length > 1);
}

const buildSparkPath = (points: readonly Point[]) =>
  points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('');

/** Starts at zero, so that small changes do not look large. */
export function Sparkline({ values, width = 84, height = 22, tone = 'quiet' }: SparklineProps) {
  const segments = splitSegments(values, width, height);
  if (segments.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={`${css.sparkline} ${css.sparkTone[tone]}`}
    >
      {segments.map((points) => (
        <g key={points[0]?.x}>
          <path
            d={`${buildSparkPath(points)}L${points.at(-1)?.x} ${height}L${points[0]?.x} ${height}Z`}
            fill="currentColor"
            opacity={0.14}
          />
          <path
            d={buildSparkPath(points)}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.25}
            strokeLinejoin="round"
          />
        </g>
      ))}
    </svg>
  );
}
