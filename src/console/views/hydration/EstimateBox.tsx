import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HydrationPreview } from '../../../contract/calls/hydrations.ts';
import type { HydrationChoice } from '../../../contract/entities/hydration.ts';
import { counted } from '../../../contract/values.ts';
import type { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { formatExact } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { describeEstimate, type EstimateLimits } from './describe-estimate.ts';
import * as css from './hydration.css.ts';
import { INCOMPLETE } from './scope.ts';
import { useEstimate } from './use-estimate.ts';

function Results({ preview }: { preview: HydrationPreview }) {
  const { eventsIn, eventsOut, results } = preview;
  const box = useRef<HTMLDivElement>(null);
  // The estimate appears at the form's end, which is below most windows.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  if (eventsIn === 0)
    return (
      <div ref={box}>
        <p className={css.note}>No event is in this time that matches.</p>
      </div>
    );
  return (
    <div ref={box}>
      <p className={css.note}>
        Of the newest {counted(eventsIn, 'event')}, {formatExact(eventsOut)} would reach the destination.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <ol className={css.events} tabIndex={0} aria-label="Events as they would arrive">
        {results.map(({ before, after, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and keep their places
          <li key={index} className={css.event}>
            {after.length === 1 && after[0] === before ? null : <span className={css.before}>{before}</span>}
            {after.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={at}>{text}</span>
            ))}
            {message !== undefined && <span className={css.warning}>{message}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

type EstimateBoxProps = { choice: HydrationChoice | undefined; limits: EstimateLimits };

/** What a job would read and send. `choice` must be stable. */
export function EstimateBox({ choice, limits }: EstimateBoxProps) {
  const site = useSite();
  const { estimate, error, isCounting } = useEstimate(choice);
  const { pricePerGigabyte, currency } =
    useCall('getSavingPrice', { path: { siteId: site.id } }, { isSuppressed: true }).data?.savingPrice ?? {};
  const price =
    pricePerGigabyte == null || currency === undefined
      ? undefined
      : { price: pricePerGigabyte, currency, isBeforeTransforms: choice?.pipelineId !== undefined };
  const [asked, setAsked] = useState<HydrationChoice>();
  const preview = useQuery<HydrationPreview, ApiError>({
    queryKey: ['previewHydration', site.id, asked],
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { isSuppressed: true },
    queryFn: async ({ signal }) => {
      if (!asked) throw new Error('Nothing is asked');
      return (await callApi('previewHydration', { body: { hydration: asked } }, { signal })).data;
    },
  });
  const isShown = asked !== undefined && JSON.stringify(asked) === JSON.stringify(choice);
  const { refetch } = preview;
  const scope = useMemo(() => {
    const show = () => {
      setAsked(choice);
      if (isShown) void refetch();
    };
    return { preview: choice && show };
  }, [choice, isShown, refetch]);
  usePublishScope('hydration.form', scope);
  return (
    <section className={css.estimate} aria-label="Before it starts">
      <div className={css.estimateHead}>
        <h3 className={css.heading}>Before it starts</h3>
        <span className={css.push}>
          <CommandButton id="hydration.preview" size="small" label="Preview" />
        </span>
      </div>
      <p className={css.note} aria-live="polite">
        {error
          ? error.message
          : estimate
            ? describeEstimate(estimate, choice?.startTime ?? 0, limits, price)
            : isCounting
              ? 'Counting what would be read…'
              : `${INCOMPLETE}; then it says how much would be read.`}
      </p>
      {estimate && estimate.unreadCount > 0 && (
        <p className={`${css.note} ${css.warning}`}>
          {counted(estimate.unreadCount, 'file')} cannot be read whole, such as{' '}
          {estimate.unread[0]?.file.split('/').at(-1)}: {estimate.unread[0]?.reason}.
        </p>
      )}
      {isShown && preview.isFetching && <p className={css.note}>Running the newest events…</p>}
      {isShown && preview.error && <p className={`${css.note} ${css.warning}`}>{preview.error.message}</p>}
      {isShown && preview.data && !preview.isFetching && <Results preview={preview.data} />}
    </section>
  );
}
