import { token } from './theme/tokens.ts';

/** The logo: a half-full bin. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden style={{ flex: 'none' }}>
      <path d="M5.5 12h13v9.5h-13z" fill={token('gold')} />
      <path
        d="M5.5 21.5V8.5l4-5.5h5l4 5.5v13zM5.5 12h13"
        fill="none"
        stroke={token('ink')}
        strokeWidth={2}
        strokeLinejoin="round"
      />
    </svg>
  );
}
