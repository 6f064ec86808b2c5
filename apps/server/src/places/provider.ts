/** What a provider answers. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body: Buffer;
}
