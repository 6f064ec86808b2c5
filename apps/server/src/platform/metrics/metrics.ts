import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics. */
export class Metrics {
  private readonly registry = new Registry();
  readonly frames = new Counter({
    name: 'granary_frames_total',
    help: 'Frames received, by kind.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });
  readonly rejectedFrames = new Counter({
    name: 'granary_frames_rejected_total',
    help: 'Rejected frames, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  readonly boardRefusals = new Counter({
    name: 'granary_board_refusals_total',
    help: 'Refused connections, publishes and subscriptions of boards, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  readonly limitsReached = new Counter({
    name: 'granary_limits_reached_total',
    help: 'Times a caller exceeded a limit, by limit.',
    labelNames: ['limit'] as const,
    registers: [this.registry],
  });
  readonly securityEvents = new Counter({
    name: 'granary_security_events_total',
    help: 'Security events, by kind and reason; for limit-reached, the reason names the limit.',
    labelNames: ['kind', 'reason'] as const,
    registers: [this.registry],
  });
  readonly readings = new Counter({
    name: 'granary_readings_total',
    help: 'New readings stored; repeats are not counted.',
    registers: [this.registry],
  });
  readonly evaluations = new Counter({
    name: 'granary_alert_evaluations_total',
    help: 'Evaluations of the alerts of a bin.',
    registers: [this.registry],
  });
  readonly messages = new Counter({
    name: 'granary_messages_total',
    help: 'Outgoing messages by channel and outcome; failed ones are retried.',
    labelNames: ['channel', 'outcome'] as const,
    registers: [this.registry],
  });
  readonly postponedBatches = new Counter({
    name: 'granary_batches_postponed_total',
    help: 'Failed attempts to store a batch that were retried.',
    registers: [this.registry],
  });
  readonly batchSize = new Histogram({
    name: 'granary_batch_frames',
    help: 'Frames stored in one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge whose value is read at each scrape. */
  addGauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  formatText(): Promise<string> {
    return this.registry.metrics();
  }
}
