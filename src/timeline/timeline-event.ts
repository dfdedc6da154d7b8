/** An event for a search, an order or a reservation at an instant. */
export interface TimelineEvent {
  /** Epoch milliseconds: in effect from this instant on. */
  at: number;
  what: TimelineEventType;
  kind: 'search' | 'order' | 'reservation';
  resourceId: string;
  /** True if the clock alone causes it, without any request. */
  byClock: boolean;
  details?: TimelineEventDetails;
}

export type TimelineEventType =
  | 'search_made'
  | 'pricing_made'
  | 'pricing_expired'
  | 'offers_expired'
  | 'search_forgotten'
  | 'order_made'
  | 'price_guarantee_ended'
  | 'hold_expired'
  | 'booking_made'
  | 'booking_completed'
  | 'booking_failed'
  | 'reservation_changed'
  | 'reservation_cancelled'
  | 'cancellation_shown'
  | 'refund_lowered'
  | 'vehicle_assigned'
  | 'driver_assigned'
  | 'pickup_passed'
  | 'ride_en_route'
  | 'ride_arrived'
  | 'ride_on_board'
  | 'ride_completed';

export interface TimelineEventDetails {
  pricingToken?: string;
  errorCode?: string;
  replaces?: string;
  replacedBy?: string;
  refundPercent?: number;
  /** A round trip's ride, for events on its return. */
  leg?: 'return';
}

/** Events at the same instant keep their order. */
export function sortByTime(events: readonly TimelineEvent[]): TimelineEvent[] {
  return events.toSorted((a, b) => a.at - b.at);
}
