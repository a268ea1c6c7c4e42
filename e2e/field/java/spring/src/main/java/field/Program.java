package field;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Security is configured by properties only. They say whether this is a client or a resource server. */
@SpringBootApplication
@EnableMethodSecurity
@RestController
public class Program {
  public static void main(String[] arguments) {
    SpringApplication.run(Program.class, arguments);
  }

  /** Of the client. */
  @GetMapping(path = "/", produces = "text/plain")
  public String home(@AuthenticationPrincipal OidcUser person) {
    List<String> groups = Objects.requireNonNullElse(person.getClaimAsStringList("groups"), List.of());
    return "email=%s\nname=%s\ngroups=%s\n".formatted(person.getEmail(), person.getFullName(), String.join(",", groups));
  }

  /** Of the resource server. */
  @GetMapping(path = "/orders", produces = "text/plain")
  @PreAuthorize("hasAuthority('SCOPE_orders:read')")
  public String orders(Authentication caller) {
    return "caller=%s\n".formatted(caller.getName());
  }
}
