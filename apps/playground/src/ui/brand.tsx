import styles from './brand.module.css';

export function Brand() {
  return (
    <span className={styles['brand']}>
      <svg className={styles['mark']} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 10l6 6-6 6M17 22.5h7" />
      </svg>
      <span className={styles['name']}>repltool</span>
    </span>
  );
}
