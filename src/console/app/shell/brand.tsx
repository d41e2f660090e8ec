import * as css from './sidebar.css.ts';

const Mark = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true" className={css.mark}>
    <rect width="24" height="24" rx="6" className={css.markGround} />
    <path
      d="M8.25 19V6.25h5.25a4.25 4.25 0 0 1 0 8.5h-1.75"
      className={css.markLetter}
      strokeWidth="2.75"
      strokeLinecap="square"
    />
  </svg>
);

export const Brand = ({ app = 'Penstock' }: { app?: string }) => (
  <span className={css.brand}>
    <Mark />
    <span className={css.brandName}>{app}</span>
  </span>
);
