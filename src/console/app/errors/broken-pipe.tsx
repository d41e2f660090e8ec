import { useId } from 'react';
import * as css from './pages.css.ts';

export function BrokenPipe() {
  const hatch = useId();
  return (
    <svg className={css.pipe} viewBox="0 0 1440 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path d="M0 0h7" className={css.hatchLine} />
        </pattern>
      </defs>
      <path d="M0 92h596l14 9-10 9 12 9-12 9H0z" className={css.body} />
      <path d="M0 110h590" className={css.dots} />
      <path d="M862 92h578v36H862l-12-9 12-9-12-9z" fill={`url(#${hatch})`} className={css.absent} />
      <g className={css.drops}>
        <circle cx="636" cy="118" r="5" />
        <circle cx="658" cy="136" r="4" />
        <circle cx="672" cy="162" r="3" />
        <circle cx="650" cy="172" r="2.5" />
        <circle cx="680" cy="190" r="2" />
      </g>
      <rect x="716" y="72" width="24" height="76" rx="5" className={css.missing} />
    </svg>
  );
}
