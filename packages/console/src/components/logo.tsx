/** The sign of the product. */
export function Logo() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#3b5bdb" />
      <path
        d="M10 9h7.5a4.5 4.5 0 0 1 1.6 8.7L23 23h-3.6l-3.6-5H13v5h-3zm3 2.6v3.9h4.2a1.95 1.95 0 1 0 0-3.9z"
        fill="#fff"
      />
    </svg>
  );
}
