import * as css from './graph.css.ts';

export function PipeWedge() {
  return (
    <svg className={css.wedge} width="44" height="10" viewBox="0 0 44 10" aria-hidden="true">
      <path d="M0 4.4L44 0v10L0 5.6z" fill="currentColor" />
    </svg>
  );
}
