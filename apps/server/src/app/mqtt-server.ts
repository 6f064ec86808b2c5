import type { BoardPorts } from '../boards/routes.ts';
import type { Config } from '../config/config.ts';
import { toListenError } from '../config/listen.ts';
import type { Gateway } from '../ingest/gateway.ts';

/** The ports that boards connect to. */
export interface MqttPorts {
  readonly mqttPort: number;
  /** Null without TLS. */
  readonly mqttsPort: number | null;
}

/** Listens for connections from boards, without TLS and, if there is a certificate, also with TLS. */
export class MqttServer {
  private openPorts: MqttPorts = { mqttPort: 0, mqttsPort: null };

  constructor(
    private readonly config: Config,
    private readonly gateway: Gateway,
  ) {}

  async open(): Promise<MqttPorts> {
    const { mqttHost, plainMqttHost, tls } = this.config;
    const plainListener = { host: plainMqttHost, port: this.config.mqttPort, tls: null };
    const secureListener = { host: mqttHost, port: this.config.mqttsPort, tls };
    try {
      const listeners = tls ? [plainListener, secureListener] : [plainListener];
      const [mqttPort = 0, mqttsPort = null] = await this.gateway.start(listeners);
      this.openPorts = { mqttPort, mqttsPort };
      return this.openPorts;
    } catch (error) {
      const isSecure =
        error instanceof Error && 'port' in error && error.port === secureListener.port;
      const [name, { port }] = isSecure
        ? ['MQTTS_PORT', secureListener]
        : ['MQTT_PORT', plainListener];
      throw toListenError(error, ['MQTT_HOST', mqttHost], [name, port]);
    }
  }

  /** The address that an installer enters on a board. */
  readonly getAddress: BoardPorts['getMqttAddress'] = () => {
    const { publicUrl } = this.config;
    const { mqttPort, mqttsPort } = this.openPorts;
    return {
      host: publicUrl === null ? null : new URL(publicUrl).hostname,
      port: mqttsPort ?? mqttPort,
      isSecure: mqttsPort !== null,
    };
  };
}
