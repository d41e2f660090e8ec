import type { AlertDelivery } from '../../../contract/entities/alert-channel.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import * as css from './alerts.css.ts';
import { DELIVERY_LOOKS, describeDelivery, MESSAGE_NAMES } from './channel-look.ts';

/** The messages about an alert: what was sent where, what waits, and why. */
export function DeliveryList({ deliveries }: { deliveries: readonly AlertDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section className={css.side} aria-label="Messages">
      <h3 className={css.sideTitle}>Messages</h3>
      <ol className={css.timeline}>
        {deliveries.map((delivery) => {
          const text = describeDelivery(delivery);
          return (
            <li key={delivery.id} className={css.step}>
              <StatusBadge {...DELIVERY_LOOKS[delivery.state]} />
              <span className={css.told}>
                {MESSAGE_NAMES[delivery.kind]} to {delivery.channelName}
                {text !== '' && <span className={css.toldMore}> {text}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
