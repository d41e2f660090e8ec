import * as css from '../../../components/analytics/analytics.css.ts';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import * as awaited from './awaited.css.ts';

export const TITLES = {
  processed: 'Data Processed',
  optimization: 'Optimization over time',
  stages: 'Input and output of each transform',
} as const;

const AwaitedChart = ({ title }: { title: string }) => (
  <figure className={awaited.chartPanel} data-filter="">
    <div className={awaited.chartHead}>
      <h2 className={awaited.chartTitle}>{title}</h2>
    </div>
    <div className={awaited.chartRoom} />
  </figure>
);

/** The frame of the charts until code, filters and version are loaded. */
export const AwaitedAnalytics = () => (
  <div className={css.page} aria-busy="true">
    <div className={css.head}>
      <Skeleton width={276} height={28} label="the figures" />
      {/* Wraps where its figures do. */}
      <span className={css.summary}>
        <Skeleton width={580} height={19} />
        <Skeleton width={280} height={19} />
      </span>
    </div>
    <div className={css.content}>
      <div className={css.charts}>
        <AwaitedChart title={TITLES.processed} />
        <AwaitedChart title={TITLES.optimization} />
      </div>
      <div className={css.stages}>
        <figure className={awaited.stagesPanel}>
          <h2 className={awaited.stagesTitle}>{TITLES.stages}</h2>
          <div className={awaited.stagesRoom}>
            <Skeleton width="80%" />
          </div>
        </figure>
      </div>
    </div>
  </div>
);
